import { readdirSync, readFileSync, statSync } from "node:fs";

/** Everything a document asks for before it runs: what its scripts and links name. */
function asked(html) {
  const page = readFileSync(new URL(`dist/${html}`, import.meta.url), "utf8");
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => `dist/${match[1]}`);
}

/** Chunks by the beginning of their names. */
function chunks(...names) {
  return readdirSync(new URL("dist/assets", import.meta.url))
    .filter((file) => names.some((name) => file.startsWith(`${name}-`)) && /\.(js|css)$/.test(file))
    .map((file) => `dist/assets/${file}`);
}

/** Everything but the chunks of the desk and the administration, and the words of 24 languages. */
function everyPart() {
  return readdirSync(new URL("dist/assets", import.meta.url))
    .filter((file) => /\.(js|css)$/.test(file) && !/^(admin|desk|words)-/.test(file))
    .map((file) => `dist/assets/${file}`);
}

/** Words in the language that has the most of them: a page loads one language alone. */
function heaviestWords(...namespaces) {
  const found = chunks("words");
  const weight = (file) => statSync(new URL(`${file}.br`, import.meta.url)).size;
  return namespaces.map(
    (namespace) =>
      found.filter((file) => file.includes(`-${namespace}-`)).sort((a, b) => weight(b) - weight(a))[0],
  );
}

const first = asked("index.html");

export default [
  { name: "loader", path: "dist/embed.js", limit: "4 kB", brotli: true },
  {
    name: "npm package, with its React part",
    path: "packages/embed/dist/*.js",
    limit: "2.5 kB",
    brotli: true,
  },
  { name: "desk, js and css", path: asked("desk.html"), limit: "250 kB", brotli: true },
  { name: "admin, first screen", path: asked("admin.html"), limit: "250 kB", brotli: true },
  { name: "visitor, before the server is asked", path: first, limit: "116 kB", brotli: true },
  {
    // The list and what runs a chat come while the channel is asked for; dialogs, a picture's viewer later.
    name: "visitor, a first chat",
    path: [
      ...new Set([...first, ...chunks("chatParts", "parts", "talk"), ...heaviestWords("chat", "system")]),
    ],
    limit: "153.5 kB",
    brotli: true,
  },
  {
    name: "visitor, every page, dialog and call",
    path: [
      ...["dist/embed.js", "dist/chat-worker.js"],
      ...everyPart(),
      ...heaviestWords("chat", "system", "form", "call"),
    ],
    limit: "264 kB",
    brotli: true,
  },
];

import { readFileSync } from "node:fs";

/** Everything a document asks for before it runs: what its scripts and links name. */
function asked(html) {
  const page = readFileSync(new URL(`dist/${html}`, import.meta.url), "utf8");
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => `dist/${match[1]}`);
}

export default [
  { name: "loader", path: "dist/embed.js", limit: "4 kB", brotli: true },
  { name: "desk, js and css", path: asked("desk.html"), limit: "250 kB", brotli: true },
  { name: "visitor first screen, js and css", path: asked("index.html"), limit: "130 kB", brotli: true },
];

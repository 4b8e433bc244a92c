/** Every sample of the documentation is correct in its language. Rust, shell and TOML: `server/tests/api/docs`. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { Liquid } from "liquidjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileScript, compileTemplate, parse } from "vue/compiler-sfc";
import { SAMPLES } from "../src/admin/rooms/connections/samples";
import { readSamples, type Sample } from "./samples";

const samples = readSamples();
const of = (...languages: string[]) => samples.filter(({ language }) => languages.includes(language));
const client = join(import.meta.dirname, "..");

/** Those that this file or the server's tests check. `text` is for what has no language, and drawings have none. */
const CHECKED = [
  "",
  "html",
  "js",
  "json",
  "liquid",
  "php",
  "python",
  "rust",
  "sh",
  "text",
  "toml",
  "ts",
  "tsx",
  "vue",
];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "frontdesk-samples-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("every sample names a language that a test checks", () => {
  expect(samples.length).toBeGreaterThan(30);
  expect(samples.filter(({ language }) => !CHECKED.includes(language))).toEqual([]);
});

it.each(of("json"))("the JSON of $at parses", ({ code }) => {
  // Several lines may be one document each.
  const whole = () => JSON.parse(code);
  const lines = () =>
    code
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  expect(code.startsWith("{\n") ? whole : lines).not.toThrow();
});

describe("the types of the samples are right", () => {
  it("in TypeScript, React and Vue", () => {
    const vue = of("vue").map((sample) => ({ ...sample, language: "ts", code: scriptOf(sample) }));
    expect(faultsOf("strict", [...of("ts", "tsx"), ...vue], { strict: true, noImplicitAny: false })).toBe("");
  });

  it("in JavaScript and the scripts of HTML", () => {
    const inline = of("html").map((sample) => ({
      ...sample,
      language: "js",
      code: inlineScriptsOf(sample.code),
    }));
    expect(faultsOf("loose", [...of("js"), ...inline], { allowJs: true, checkJs: true })).toBe("");
  });
});

it.each(of("html"))(
  "the HTML of $at has scripts that parse, and attributes that the loader knows",
  ({ code, at }) => {
    const scripts = [...code.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const { 1: attributes = "", 2: body = "" } of scripts) {
      expect(() => new Script(body, { filename: at })).not.toThrow();
      if (!attributes.includes("src=")) continue;
      expect(attributes).toContain('src="https://chat.example.com/chat_online/embed.js"');
      const names = [...attributes.matchAll(/\bdata-([a-z-]+)=/g)].map(({ 1: name }) => name);
      expect(OPTIONS).toEqual(expect.arrayContaining(names));
    }
  },
);

it.each(of("liquid"))("the Liquid of $at renders to scripts that parse", ({ code, at }) => {
  const engine = new Liquid({ strictFilters: true });
  engine.registerFilter("money", (cents: number) => `<b>${cents / 100} €</b>`);
  engine.registerFilter("image_url", (picture: string) => `//cdn.shopify.com/${picture}`);
  engine.registerFilter("hmac_sha256", (text: string, key: string) => `${key}.${text}`);
  const page = engine.parseAndRenderSync(code, SHOPIFY);

  const [, body = ""] = /<script>([\s\S]*)<\/script>/.exec(page) ?? [];
  const Frontdesk: [string, Record<string, string>][] = [];
  new Script(body, { filename: at }).runInNewContext({ window: { Frontdesk } });
  const [[call, told] = ["", {}]] = Frontdesk;
  expect(["setCard", "identify"]).toContain(call);
  if (call === "identify") expect(told).toMatchObject({ userId: "4711", userHash: "secret.4711" });
  else expect(told).toMatchObject({ price: "29 €", picture: "https://cdn.shopify.com/fern.png" });
});

it.each(of("python"))("the Python of $at compiles", ({ code }) => {
  const file = join(folder, "sample.py");
  writeFileSync(file, code);
  expect(problemsOf("python3", ["-m", "py_compile", file])).toBe("");
});

it.each(of("sh"))("the shell of $at parses", ({ code }) => {
  const file = join(folder, "sample.sh");
  writeFileSync(file, code);
  expect(problemsOf("bash", ["-n", file])).toBe("");
});

describe("the page on identity", () => {
  it.each(SAMPLES)("has the administration's sample for $name", ({ id, code }) => {
    const language = id === "node" ? "js" : id;
    const shown = of(language).filter(({ page }) => page === "docs/site/identity.md");
    expect(shown.map((sample) => sample.code)).toContain(`${code}\n`);
  });
});

/** The options of the loader, as attributes. */
const OPTIONS = "channel-id position color locale z-index group-id admin-id pid fiy-book-code".split(" ");

/** What a page of Shopify knows. */
const SHOPIFY = {
  settings: { frontdesk_identity_secret: "secret" },
  customer: { id: 4711, name: "Ann", email: "ann@example.com" },
  product: { title: "Fern", price: 2900, featured_image: "fern.png", url: "/products/fern" },
  shop: { url: "https://shop.example.com" },
};

/** What the samples take from the page around them. */
const PAGE = `
import type { FrontdeskApi, FrontdeskQueue } from "@frontdesk/embed";
declare global {
  const theQueue: FrontdeskQueue;
  const theApi: FrontdeskApi & FrontdeskQueue;
  const userId: string;
  const userHash: string;
  const userName: string;
  function showBadge(count: number): void;
  function showCount(count: number): void;
}
`;

const TYPES = {
  target: "ES2022",
  lib: ["ES2022", "DOM"],
  module: "ESNext",
  moduleResolution: "bundler",
  moduleDetection: "force",
  jsx: "react-jsx",
  types: ["node", "react"],
  strict: false,
  skipLibCheck: true,
  noEmit: true,
  paths: {
    "@frontdesk/embed": [join(client, "packages/embed/src/index.ts")],
    "@frontdesk/embed/react": [join(client, "packages/embed/src/react.ts")],
  },
};

/** What the compiler says of samples. */
function faultsOf(name: string, all: readonly Sample[], options: object): string {
  expect(all.length).toBeGreaterThan(3);
  const place = join(folder, name);
  mkdirSync(place);
  symlinkSync(join(client, "node_modules"), join(place, "node_modules"));
  all.forEach(({ at, code, language }, number) => {
    // The package declares no global, so that it fits beside others. The samples' global gets its type here.
    const typed = code
      .replaceAll("(window.Frontdesk ??= [])", "theQueue")
      .replaceAll("window.Frontdesk", "theApi");
    writeFileSync(join(place, `sample-${number}.${language}`), `// ${at}\n${typed}`);
  });
  writeFileSync(join(place, "page.d.ts"), PAGE);
  const config = { compilerOptions: { ...TYPES, ...options }, include: ["*"] };
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify(config));
  return problemsOf(join(client, "node_modules/.bin/tsc"), ["-p", place]);
}

function inlineScriptsOf(html: string): string {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(({ 1: body = "" }) => body).join("\n");
}

/** The script of a Vue component. Fails if its template does not compile. */
function scriptOf({ at, code }: Sample): string {
  const { descriptor, errors } = parse(code, { filename: at });
  const script = compileScript(descriptor, { id: "sample" });
  const template = compileTemplate({
    id: "sample",
    filename: at,
    source: descriptor.template?.content ?? "",
    compilerOptions: { bindingMetadata: script.bindings ?? {} },
  });
  expect([...errors, ...template.errors]).toEqual([]);
  return script.content;
}

/** What a program says if it fails; empty if it succeeds. */
function problemsOf(program: string, words: string[]): string {
  try {
    execFileSync(program, words, { stdio: "pipe", encoding: "utf8" });
    return "";
  } catch (error) {
    const {
      stdout = "",
      stderr = "",
      message,
    } = error as { stdout?: string; stderr?: string; message: string };
    return `${stdout}${stderr}` || message;
  }
}

/** The samples of the documentation: fenced blocks of its Markdown, by language. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Where the documentation is, besides `docs`. */
const PAGES = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "fixtures/README.md",
  "client/packages/embed/README.md",
];

export type Sample = {
  /** The page and the line, for messages. */
  readonly at: string;
  readonly page: string;
  readonly language: string;
  readonly code: string;
};

/** Every fenced block. */
export function readSamples(): Sample[] {
  const docs = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
  const pages = docs.filter((path) => path.endsWith(".md")).map((path) => `docs/${path}`);
  return [...PAGES, ...pages.toSorted()].flatMap(samplesOf);
}

function samplesOf(page: string): Sample[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = "", 2: code = "", index }) => ({
      at: `${relative(ROOT, join(ROOT, page))}:${text.slice(0, index).split("\n").length}`,
      page,
      language,
      code,
    }),
  );
}

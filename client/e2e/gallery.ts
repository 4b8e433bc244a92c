/** The gallery, built for the test only and served by routing: no server has it. */
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import type { Page, Route } from "@playwright/test";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { picture } from "./picture";

const root = join(import.meta.dirname, "..");
const ORIGIN = "http://gallery.test";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

export type BuiltGallery = {
  /** Opens the gallery with this query. */
  open: (page: Page, query: string) => Promise<void>;
  remove: () => Promise<void>;
};

export async function buildGallery(): Promise<BuiltGallery> {
  const outDir = await mkdtemp(join(tmpdir(), "frontdesk-gallery-"));
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      // One page shows both themes, so `light-dark()` must reach the browser.
      cssTarget: "chrome130",
      rolldownOptions: { input: join(root, "gallery.html") },
    },
  });
  return {
    async open(page, query) {
      await page.route(`${ORIGIN}/**`, (route) => answer(route, outDir));
      await page.goto(`${ORIGIN}/gallery.html${query}`);
    },
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}

async function answer(route: Route, outDir: string): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname.startsWith("/api/files/")) return route.fulfill(file(pathname));
  const folder = pathname.startsWith("/demo/") ? root : outDir;
  const path = join(folder, normalize(pathname));
  if (!existsSync(path)) return route.fulfill({ status: 404 });
  return route.fulfill({
    body: await readFile(path),
    contentType: TYPES[extname(path)] ?? "application/octet-stream",
  });
}

/** Generated files that visitors and agents send. */
function file(path: string): { body: Buffer; contentType: string } {
  if (/\.wav$|\.mp3$/.test(path)) return { body: silence(3), contentType: "audio/wav" };
  const sizes: Record<string, [number, number]> = { tall: [300, 900], small: [40, 40] };
  const [width, height] = sizes[/(\w+)\.png$/.exec(path)?.[1] ?? ""] ?? [640, 360];
  return { body: picture("any.png", width, height).buffer, contentType: "image/png" };
}

/** A silent wav file of this many seconds. */
function silence(seconds: number): Buffer {
  const rate = 8000;
  const sound = Buffer.alloc(rate * seconds, 128);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}

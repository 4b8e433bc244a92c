import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { compression } from "vite-plugin-compression2";

/** Leaves out languages whose label equals the English one, because the script falls back to English. */
function launcherWords(): Plugin {
  return {
    name: "launcher-words",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/locales/launcher.json")) return;
      const words: Record<string, string> = JSON.parse(code);
      const own = Object.entries(words).filter(([code, word]) => code === "en" || word !== words.en);
      return JSON.stringify(Object.fromEntries(own));
    },
  };
}

/** The path of the second half, which `vite.panel.config.ts` has built before. */
function panelPath(): string {
  const folder = join(import.meta.dirname, "dist/assets");
  const [panel] = readdirSync(folder).filter((file) => /^panel-.*\.js$/.test(file));
  if (panel === undefined) throw new Error("build the panel first: vite build -c vite.panel.config.ts");
  return `/assets/${panel}`;
}

/** The loader that a shop puts on its pages: one script, no npm packages, at most 4 kB brotli. */
export default defineConfig({
  publicDir: false,
  plugins: [launcherWords(), compression({ algorithms: ["gzip", "brotliCompress"], include: /embed\.js$/ })],
  define: { PANEL_PATH: JSON.stringify(panelPath()) },
  build: {
    outDir: "dist",
    emptyOutDir: false,
    target: "es2022",
    // These targets keep logical properties, which all browsers with adopted style sheets support.
    cssTarget: ["chrome111", "firefox113", "safari16.4"],
    rolldownOptions: {
      input: "src/loader/embed.ts",
      output: { format: "iife", entryFileNames: "embed.js" },
    },
  },
});

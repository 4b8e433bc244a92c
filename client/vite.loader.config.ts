import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { compression } from "vite-plugin-compression2";

/** Languages that say what English says are left out of the script: whoever is not found there reads English. */
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

/** The second half, as `vite.panel.config.ts` has just built it. */
function panelPath(): string {
  const folder = join(import.meta.dirname, "dist/assets");
  const [panel] = readdirSync(folder).filter((file) => /^panel-.*\.js$/.test(file));
  if (panel === undefined) throw new Error("build the panel first: vite build -c vite.panel.config.ts");
  return `/assets/${panel}`;
}

/** The loader a shop puts on its pages: one script, no npm packages, at most 4 kB brotli. */
export default defineConfig({
  publicDir: false,
  plugins: [launcherWords(), compression({ algorithms: ["gzip", "brotliCompress"], include: /embed\.js$/ })],
  define: { PANEL_PATH: JSON.stringify(panelPath()) },
  build: {
    outDir: "dist",
    emptyOutDir: false,
    target: "es2022",
    // Logical properties stay as they are: browsers with adopted style sheets have them.
    cssTarget: ["chrome111", "firefox113", "safari16.4"],
    rolldownOptions: {
      input: "src/loader/embed.ts",
      output: { format: "iife", entryFileNames: "embed.js" },
    },
  },
});

import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";

/** The loader's second half: a module of its own, named by its content, that the first fetches from any page. */
export default defineConfig({
  publicDir: false,
  plugins: [compression({ algorithms: ["gzip", "brotliCompress"], include: /panel-.*\.js$/ })],
  build: {
    outDir: "dist",
    emptyOutDir: false,
    target: "es2022",
    // Logical properties stay as they are: browsers with adopted style sheets have them.
    cssTarget: ["chrome111", "firefox113", "safari16.4"],
    rolldownOptions: {
      input: { panel: "src/loader/panel/panel.ts" },
      preserveEntrySignatures: "exports-only",
      output: { format: "es", entryFileNames: "assets/[name]-[hash].js" },
    },
  },
});

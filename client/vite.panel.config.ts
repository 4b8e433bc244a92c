import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";

/** The loader's second half: a module with a content hash in its name, which the first half imports. */
export default defineConfig({
  publicDir: false,
  plugins: [compression({ algorithms: ["gzip", "brotliCompress"], include: /panel-.*\.js$/ })],
  build: {
    outDir: "dist",
    emptyOutDir: false,
    target: "es2022",
    // These targets keep logical properties, which all browsers with adopted style sheets support.
    cssTarget: ["chrome111", "firefox113", "safari16.4"],
    rolldownOptions: {
      input: { panel: "src/loader/panel/panel.ts" },
      preserveEntrySignatures: "exports-only",
      output: { format: "es", entryFileNames: "assets/[name]-[hash].js" },
    },
  },
});

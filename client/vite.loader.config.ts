import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";

/** The loader a shop puts on its pages: one script, no npm packages, at most 4 kB brotli. */
export default defineConfig({
  publicDir: false,
  plugins: [compression({ algorithms: ["gzip", "brotliCompress"], include: /embed\.js$/ })],
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

import { join } from "node:path";
import { defineConfig } from "vite";

const root = join(import.meta.dirname, "packages/embed");

/** The npm package: plain modules, unminified for the user's bundler; `tsc` adds the types. */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    outDir: join(root, "dist"),
    emptyOutDir: true,
    target: "es2022",
    minify: false,
    rolldownOptions: {
      input: { index: join(root, "src/index.ts"), react: join(root, "src/react.ts") },
      external: ["react"],
      preserveEntrySignatures: "strict",
      output: {
        format: "es",
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        // Server components may import the file, so the directive must be its first statement.
        banner: ({ name }) => (name === "react" ? '"use client";' : ""),
      },
    },
  },
});

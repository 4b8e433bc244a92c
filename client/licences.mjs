// Prints the licences of the packages inside the built pages, for a release.

import { build } from "vite";

const FILE = "licences.md";

const built = [];
for (const configFile of ["vite.config.ts", "vite.panel.config.ts"]) {
  const made = await build({
    configFile,
    logLevel: "error",
    build: { write: false, license: { fileName: FILE } },
  });
  const output = [made].flat().flatMap((part) => part.output);
  const found = output.filter((file) => file.fileName === FILE);
  if (found.length === 0) throw new Error(`${configFile} wrote no licences`);
  built.push(...found.map((file) => file.source.toString()));
}
process.stdout.write(built.join("\n"));

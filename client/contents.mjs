// Prints the list of the npm packages inside the built pages (CycloneDX), for a release: `node contents.mjs LICENCES`,
// where LICENCES is what licences.mjs prints. `npm sbom --omit dev` leaves React out, because a package of the workspace
// has it as a peer too.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const licences = readFileSync(process.argv[2], "utf8");
const inside = new Set(
  Array.from(licences.matchAll(/^## (\S+) - (\S+) \(/gm), ([, name, version]) => `${name}@${version}`),
);

const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
const list = JSON.parse(execFileSync("npm", words, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }));
const found = list.components.filter(({ name, version }) => inside.delete(`${name}@${version}`));
if (inside.size > 0) throw new Error(`npm does not list ${[...inside].join(", ")}`);

const kept = new Set([list.metadata.component["bom-ref"], ...found.map((one) => one["bom-ref"])]);
const dependencies = list.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
process.stdout.write(JSON.stringify({ ...list, components: found, dependencies }, null, 2));

/** The npm package as npm would publish it, in a React page built with it. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";

const run = promisify(execFile);
const client = join(import.meta.dirname, "..");

export type PackedShop = {
  /** The page's only script. */
  script: string;
  /** The files of the package. */
  files: string[];
};

/** Packs the package, installs it beside React in a new folder, type-checks the page there and builds it. */
export async function packShop(): Promise<PackedShop> {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-packed-"));
  try {
    const files = await install(folder);
    await cp(join(import.meta.dirname, "react-shop"), folder, { recursive: true });
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(STRICT));
    await run(join(client, "node_modules/.bin/tsc"), ["-p", folder]);
    return { script: await bundle(folder), files };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Type-checks with the strictest module resolution, which needs full file names. */
const STRICT = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2022", "DOM"],
    module: "nodenext",
    jsx: "react-jsx",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
  },
  include: ["main.tsx"],
};

async function install(folder: string): Promise<string[]> {
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(client, "packages/embed"),
  });
  const [{ filename, files }] = JSON.parse(packed.stdout);
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@frontdesk/embed"), { recursive: true });
  const into = join(modules, "@frontdesk/embed");
  await run("tar", ["-xzf", join(folder, filename), "-C", into, "--strip-components", "1"]);
  for (const name of ["react", "react-dom", "scheduler", "@types", "csstype"])
    await symlink(join(client, "node_modules", name), join(modules, name));
  return files.map(({ path }: { path: string }) => path);
}

async function bundle(folder: string): Promise<string> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    // The build's mode decides whether React runs its development checks and StrictMode mounts twice.
    mode: "development",
    define: { "process.env.NODE_ENV": '"development"' },
    resolve: { preserveSymlinks: true },
    build: { write: false, minify: false, rolldownOptions: { input: join(folder, "main.tsx") } },
  });
  if (!Array.isArray(built) && "output" in built) return built.output[0].code;
  throw new Error("one build was asked for");
}

/** The program under test: the real binary on its own port, with a temporary data folder. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const PROGRAM = process.env.FRONTDESK_BIN ?? join(import.meta.dirname, "../../target/debug/frontdesk");
const START_MS = 30_000;

/** The data folder of each running server, by address. */
const folders = new Map<string, string>();

/** The password of a demo account, generated at this server's first start. */
export function passwordOf(url: string, account: string): string {
  const kept = readFileSync(join(folders.get(url) ?? "", "demo-accounts"), "utf8");
  const lines = kept.split("\n").map((line) => line.split(" "));
  return lines.find(([name]) => name === account)?.[1] ?? "";
}

/** A new link that sets up the first shop of a running server, as the operator makes it. */
export function setupLinkOf(url: string): Promise<string> {
  return linkOf(url, "setup-link");
}

/** The link that a command prints, for example `operator add olga`. */
export async function linkOf(url: string, ...words: readonly string[]): Promise<string> {
  const data = folders.get(url) ?? "";
  const { stdout } = await promisify(execFile)(PROGRAM, [...words, "--data", data]);
  return /http\S+/.exec(stdout)?.[0] ?? "";
}

/** The demo shop, or no shop at all: the first page is then `/setup`. */
export type Shop = "demo" | "none";

export type Server = {
  /** `http://127.0.0.1:PORT`, the same after a restart. */
  readonly url: string;
  /** Kills the process with SIGKILL. Resolves when it is gone. */
  readonly kill: () => Promise<void>;
  /** Starts again on the same port with the same data. */
  readonly restart: () => Promise<void>;
  /** Kills the server and removes its data. */
  readonly remove: () => Promise<void>;
};

/** Further settings, by their environment variables without `FRONTDESK_`. */
export type Settings = Readonly<Record<string, string>>;

/** Starts a server. `hosts` are the tests' own services that the server may call; `shop` is what it starts with. */
export async function startServer(
  hosts: readonly string[] = [],
  shop: Shop = "demo",
  settings: Settings = {},
): Promise<Server> {
  const data = await mkdtemp(join(tmpdir(), "frontdesk-e2e-"));
  const begin = (listen: string) => launch(listen, data, { hosts, shop, settings });
  let running = await begin("127.0.0.1:0");
  const { url } = running;
  folders.set(url, data);
  const kill = () => ended(running.process);
  return {
    url,
    kill,
    restart: async () => {
      running = await begin(new URL(url).host);
    },
    remove: async () => {
      await kill();
      folders.delete(url);
      await rm(data, { recursive: true, force: true });
    },
  };
}

type Running = { process: ChildProcess; url: string };
type Start = { hosts: readonly string[]; shop: Shop; settings: Settings };

function launch(listen: string, data: string, { hosts, shop, settings }: Start): Promise<Running> {
  const addresses = ["--listen", listen, "--operator-listen", "127.0.0.1:0"];
  const tenants = shop === "demo" ? ["--demo"] : [];
  const child = spawn(PROGRAM, ["serve", ...tenants, ...addresses, "--data", data, "--limits", "off"], {
    stdio: ["ignore", "pipe", "pipe"],
    // The machine's disk may be nearly full, which these tests do not test.
    env: {
      ...process.env,
      FRONTDESK_UPLOADS__DISK_FREE_PERCENT: "0",
      FRONTDESK_UPLOADS__DISK_FREE_BYTES: "0",
      FRONTDESK_DISK__CHAT_FREE_PERCENT: "0",
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`FRONTDESK_${name}`, value])),
      ...(hosts.length > 0 && { FRONTDESK_RELAY__PRIVATE_HOSTS: hosts.join(",") }),
    },
  });
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => fail("did not say where it listens"), START_MS);
    function fail(why: string) {
      clearTimeout(late);
      child.kill("SIGKILL");
      reject(new Error(`${PROGRAM} ${why}\n${said.join("\n")}`));
    }
    child.once("error", (cause) => fail(cause.message));
    child.once("exit", (code, signal) => fail(`ended with ${code ?? signal}`));
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        said.push(line);
        const url = /listening on (http:\/\/[\d.]+:\d+)/.exec(line)?.[1];
        if (url === undefined) return;
        clearTimeout(late);
        child.removeAllListeners("exit");
        resolve({ process: child, url });
      });
    }
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

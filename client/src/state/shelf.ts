/**
 * Where the browser denies a frame its storage, the page around it keeps what the frame would have kept
 * (docs/decisions/0029). The page's first words bring what it keeps. Each change is told to that page alone, at the
 * origin that spoke. Which origins may frame a channel is decided by the server's `frame-ancestors` (Protocol, 'Embedding').
 */
import { FRAME_NAME, type FrameSays } from "../bridge/protocol";
import { isRecord } from "../lib/record";
import type { Shelf } from "../lib/storage";

/** The loader gives a chat up after this time, too. */
const LATE_MS = 20_000;

export type OpenedShelf = {
  /** Throws while there is nothing to keep in. */
  storage: () => Shelf;
  /** What is kept has come, or nothing will; whether anything outlives the page. */
  opened: Promise<boolean>;
};

/** Call it before the document has loaded: the page around the frame speaks then. */
export function openShelf(frame: Window): OpenedShelf {
  const own = () => frame.localStorage;
  if (!isDenied(own)) return { storage: own, opened: Promise.resolve(true) };
  // Nobody but the loader keeps anything, and it names its frame: elsewhere nothing is waited for.
  if (frame.parent === frame || frame.name !== FRAME_NAME)
    return { storage: own, opened: Promise.resolve(false) };
  let shelf: Shelf | undefined;
  const opened = new Promise<boolean>((resolve) => {
    const end = () => {
      clearTimeout(late);
      frame.removeEventListener("message", hear);
      resolve(shelf !== undefined);
    };
    const hear = ({ source, origin, data }: MessageEvent) => {
      // A page without an origin of its own cannot be answered exactly.
      if (source !== frame.parent || origin === "null" || !isInit(data)) return;
      const keep = (name: string, value?: string) =>
        frame.parent.postMessage(
          { source: "frontdesk", kind: "keep", name, value } satisfies FrameSays,
          origin,
        );
      if (isRecord(data.kept)) shelf = createShelf(data.kept, keep);
      end();
    };
    const late = setTimeout(end, LATE_MS);
    frame.addEventListener("message", hear);
  });
  return { storage: () => shelf ?? own(), opened };
}

function createShelf(kept: Record<string, unknown>, keep: (name: string, value?: string) => void): Shelf {
  const texts = Object.entries(kept).filter((one): one is [string, string] => typeof one[1] === "string");
  const values = new Map(texts);
  return {
    get length() {
      return values.size;
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem(name, value) {
      values.set(name, value);
      keep(name, value);
    },
    removeItem(name) {
      if (values.delete(name)) keep(name);
    },
  };
}

/** Some browsers let a frame read and refuse what it writes. */
function isDenied(storage: () => Storage): boolean {
  const probe = "frontdesk&probe";
  try {
    storage().setItem(probe, "");
    storage().removeItem(probe);
    return false;
  } catch {
    return true;
  }
}

function isInit(said: unknown): said is { kept?: unknown } {
  return isRecord(said) && said.source === "frontdesk-host" && said.kind === "init";
}

/**
 * If the browser denies a frame its storage, the host page stores the frame's values (docs/decisions/0029). The page's
 * `init` brings them. Each change is posted to that page only, at the origin that sent `init`. The server's
 * `frame-ancestors` decides which origins may frame a channel (Protocol, 'Embedding').
 */
import { FRAME_NAME, type FrameSays } from "../bridge/protocol";
import { isRecord } from "../lib/record";
import type { Shelf } from "../lib/storage";

/** How long to wait for `init`; the loader gives a chat up after the same time. */
const LATE_MS = 20_000;

export type HostStorage = {
  /** Returns the storage; throws while there is none. */
  storage: () => Shelf;
  /** Resolves when the values have come or none will, with whether values survive the page. */
  opened: Promise<boolean>;
};

/** Opens the storage. Must run before the document has loaded, because the host page sends `init` then. */
export function openHostStorage(frame: Window): HostStorage {
  const own = () => frame.localStorage;
  if (!isDenied(own)) return { storage: own, opened: Promise.resolve(true) };
  // Only the loader stores values, and its frame has this name; in any other frame, do not wait.
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
      // A page with an opaque origin cannot be addressed exactly.
      if (source !== frame.parent || origin === "null" || !isInit(data)) return;
      const keep = (name: string, value?: string) =>
        frame.parent.postMessage(
          { source: "frontdesk", kind: "keep", name, value } satisfies FrameSays,
          origin,
        );
      if (isRecord(data.kept)) shelf = createHostStorage(data.kept, keep);
      end();
    };
    const late = setTimeout(end, LATE_MS);
    frame.addEventListener("message", hear);
  });
  return { storage: () => shelf ?? own(), opened };
}

function createHostStorage(
  kept: Record<string, unknown>,
  keep: (name: string, value?: string) => void,
): Shelf {
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

/** Whether the storage is denied. The check writes, because some browsers let a frame read but refuse its writes. */
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

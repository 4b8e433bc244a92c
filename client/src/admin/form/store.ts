/** How a form reads and writes its thing. Most are put, which takes effect at once; some are kept as a draft first. */
import type { ReactNode } from "react";
import { useAtomValue } from "../../state/jotai";
import type { FieldChange } from "../../wire/editing";
import type { Thing } from "../../wire/things";
import { adminApiAtom } from "../session/services";
import { type Kind, nameOf } from "../things/kinds";
import { useSave } from "../things/useThings";

export type ThingStore = {
  /** Writes `written`, which started from the version of `from`. */
  save: (written: Thing, from: Thing) => Promise<Thing>;
  /** What somebody else wrote since `from`, and what that started from if it is known. */
  load: (from: Thing) => Promise<{ theirs: Thing; base: Thing | undefined }>;
  /** For a thing whose saved changes wait until they are published. */
  publishing?: Publishing;
};

export type Publishing = {
  /** Whether there is a saved draft. */
  hasDraft: boolean;
  /** Says who saved the draft, and when. */
  note: ReactNode;
  /** What publishing `draft` would change. Rejects with a conflict if somebody else wrote meanwhile. */
  changes: (draft: Thing) => Promise<readonly FieldChange[]>;
  /** Returns what is published. */
  publish: (draft: Thing) => Promise<Thing>;
  /** Removes the draft, and returns what is published. */
  discard: (draft: Thing) => Promise<Thing>;
};

/** Gets and puts. */
export function usePutStore(kind: Kind): ThingStore {
  const api = useAtomValue(adminApiAtom);
  const { mutateAsync } = useSave(kind);
  return {
    save: (written) => mutateAsync(written),
    load: async (from) => ({ theirs: await api.get(kind, nameOf(kind, from)), base: from }),
  };
}

/** The imports of this window. They go on, and are found again, while other rooms are open. */
import { atom } from "../../../../state/jotai";
import type { StartedJob } from "../jobs/useJob";

export type Mode = "add" | "replace";

export type ImportState = {
  file?: File | undefined;
  started?: StartedJob | undefined;
  mode: Mode;
  /** The encoding that was chosen for a table; empty for the one that the server finds. */
  encoding?: string;
  /** The share of the file that is sent; undefined if none is being sent. */
  share?: number | undefined;
  trouble?: string | undefined;
};

export const importsAtom = atom<Readonly<Record<string, ImportState>>>({});

/** Unsaved changes, kept in this tab for each thing: a reload or an expired sign-in loses nothing. */
import * as v from "valibot";
import { systemClock as clock } from "../../lib/clock";
import { createKeeper } from "../../lib/storage";
import { type Thing, thing } from "../../wire/things";

const KEPT_MS = 7 * 86_400_000;
const PREFIX = "frontdesk.admin.draft.";

const keeper = createKeeper(() => sessionStorage);
const draft = v.object({ base: thing, values: thing });

/** The changed thing, and the version that the changes started from. */
export type Draft = { base: Thing; values: Thing };

/** `owner` is the tenant and the administrator; nobody else sees the draft. */
export function draftKey(owner: string, kind: string, key: string): string {
  return `${PREFIX}${owner}.${kind}.${key}`;
}

export function readDraft(key: string): Draft | undefined {
  const read = v.safeParse(draft, keeper.read(key, clock.now()));
  return read.success ? read.output : undefined;
}

export function keepDraft(key: string, kept: Draft): void {
  keeper.write(key, kept, clock.now(), KEPT_MS);
}

export function dropDraft(key: string): void {
  keeper.remove(key);
}

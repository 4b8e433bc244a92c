/** Brings together what two administrators changed in one thing. */
import { changedFields, isSame, type Values } from "./paths";

export type Side = "mine" | "theirs";

/** A field that the two versions have differently; `side` is the proposal. */
export type Difference = {
  field: string;
  mine: unknown;
  theirs: unknown;
  side: Side;
  /** Both changed it, so somebody must choose. */
  isDisputed: boolean;
};

/**
 * What differs between my draft and the server's version, given the version that my draft started from. If that is no
 * longer known, mine is proposed.
 */
export function differences(base: Values | undefined, mine: Values, theirs: Values): Difference[] {
  return changedFields(theirs, mine).map((field) => {
    const isMineChanged = !base || !isSame(base[field], mine[field]);
    const isTheirsChanged = base !== undefined && !isSame(base[field], theirs[field]);
    return {
      field,
      mine: mine[field],
      theirs: theirs[field],
      side: isMineChanged ? "mine" : "theirs",
      isDisputed: isMineChanged && isTheirsChanged,
    };
  });
}

/** Their version with the fields that are chosen from mine. */
export function merged<T extends Values>(theirs: T, found: readonly Difference[]): T {
  const chosen = found.filter((one) => one.side === "mine").map((one) => [one.field, one.mine]);
  return { ...theirs, ...Object.fromEntries(chosen) };
}

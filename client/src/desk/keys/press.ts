/**
 * Reads key presses against the table's keys. A key is written as `j`, `?`, `Escape`, `shift+r`, `mod+k` (Ctrl or
 * Command), or as two presses after each other: `g m`.
 */
import { ACTIONS, type Action, type ActionId, FIELD_KEYS } from "./actions";

export type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Where a press happens. */
export type Scene = {
  /** The first press of a pair, such as `g`. */
  begun: string | undefined;
  /** A field that takes text has the focus. */
  isTyping: boolean;
  /** A row of the list has the focus. */
  isInList: boolean;
  /** Whether somebody offers an action: one key may mean different things at different times. */
  isOffered: (id: ActionId) => boolean;
  /** The agent lets single letters act. */
  hasLetters: boolean;
  /** The key is held. */
  isHeld: boolean;
};

/** What a press means: an action, or the first press of a pair. */
export type Meaning = { id?: ActionId; begins?: string };

type Key = { action: Action; written: string };
const keysOf = (which: "keys" | "listKeys"): readonly Key[] =>
  ACTIONS.flatMap((action) => (action[which] ?? []).map((written) => ({ action, written })));
const KEYS = keysOf("keys");
const LIST_KEYS = keysOf("listKeys");

/** Returns what a press means in a scene. */
export function meaningOf(press: Press, scene: Scene): Meaning {
  const wanted = scene.begun === undefined ? 0 : 1;
  for (const { action, written } of scene.isInList ? [...LIST_KEYS, ...KEYS] : KEYS) {
    if (isText(written) && (scene.isTyping || !scene.hasLetters)) continue;
    if (scene.isHeld && !action.repeats) continue;
    const steps = written.split(" ");
    const step = steps[wanted];
    if (step === undefined || !isPress(press, step)) continue;
    if (wanted === 1 && steps[0] !== scene.begun) continue;
    if (steps.length > wanted + 1) return { begins: step };
    if (scene.isOffered(action.id)) return { id: action.id };
  }
  return {};
}

/** Whether a key writes something if a field has the focus. */
export function isText(written: string): boolean {
  return written.split(" ").some((step) => !step.includes("mod+") && nameOf(step).length === 1);
}

/** Whether a press is the written key. */
export function isPress(press: Press, written: string): boolean {
  const held = written.split("+").slice(0, -1);
  const name = nameOf(written);
  if (held.includes("mod") !== (press.ctrlKey || press.metaKey)) return false;
  if (held.includes("alt") !== press.altKey) return false;
  // A sign such as `?` lies on another key in each country; whether Shift is held says nothing.
  const isSign = name.length === 1 && !/[a-z0-9]/.test(name);
  if (!isSign && held.includes("shift") !== press.shiftKey) return false;
  return keyOf(press) === name;
}

/** Whether a press in the composer's field means this. */
export function isFieldPress(press: Press, what: keyof typeof FIELD_KEYS): boolean {
  return FIELD_KEYS[what].keys.some((written) => isPress(press, written));
}

/** `mod++` is not used, so that a plus only separates. */
function nameOf(written: string): string {
  return written.slice(written.lastIndexOf("+") + 1);
}

/** The pressed key. On a keyboard without Latin letters, the letter at the same place. */
function keyOf({ key, code, altKey }: Press): string {
  if (key.length !== 1) return key;
  const [, place] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? [];
  // With Alt, a Mac writes another sign.
  if (altKey && place !== undefined) return place.toLowerCase();
  if (/[a-z]/i.test(key)) return key.toLowerCase();
  return place !== undefined && /[^\p{ASCII}]/u.test(key) ? place.toLowerCase() : key;
}

const APPLE = { mod: "⌘", alt: "⌥", shift: "⇧" } as const;

/** The names of keys that are words, or differ between computers. */
export type KeyNames = Readonly<Record<"mod" | "alt" | "shift" | "Enter" | "Escape", string>>;

/** Returns a written key as the caps to press, one list for each press. */
export function capsOf(written: string, names: KeyNames, isApple: boolean): readonly (readonly string[])[] {
  const words: Readonly<Record<string, string>> = {
    ...names,
    ...(isApple ? APPLE : {}),
    ArrowUp: "↑",
    ArrowDown: "↓",
  };
  return written
    .split(" ")
    .map((step) =>
      step.split("+").map((part) => words[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
    );
}

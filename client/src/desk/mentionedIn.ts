/** Finds colleagues in a note: each name comes after an `@`. */
import type { Mentioned } from "../wire/team";

/** A part of a note: plain text, or the name of a colleague with its `@`. */
export type NotePiece = { text: string; mentioned?: Mentioned };

/** Splits a note at the colleagues' names. Of two names that fit, the longer one is meant. */
export function notePieces(text: string, colleagues: readonly Mentioned[]): readonly NotePiece[] {
  const longestFirst = colleagues.toSorted((one, other) => other.name.length - one.name.length);
  const pieces: NotePiece[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", Math.max(at + 1, from))) {
    const mentioned = longestFirst.find(({ name }) => name !== "" && text.startsWith(name, at + 1));
    if (!mentioned) continue;
    if (at > from) pieces.push({ text: text.slice(from, at) });
    from = at + 1 + mentioned.name.length;
    pieces.push({ text: text.slice(at, from), mentioned });
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** The colleagues whom a note names, each once. */
export function mentionedIn(text: string, colleagues: readonly Mentioned[]): readonly Mentioned[] {
  const found = notePieces(text, colleagues).flatMap(({ mentioned }) => mentioned ?? []);
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

/** The name that the agent is typing after an `@`, and where the `@` is; undefined if they type something else. */
export function typedName(text: string, caret: number): { at: number; name: string } | undefined {
  const at = text.lastIndexOf("@", caret - 1);
  if (at < 0 || (at > 0 && !/\s/.test(text[at - 1] ?? ""))) return undefined;
  const name = text.slice(at + 1, caret);
  return name.length <= NAME_MAX && !/[\n@]/.test(name) && !/\s$/.test(name) ? { at, name } : undefined;
}

const NAME_MAX = 40;

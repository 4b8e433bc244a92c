import { useEffect } from "react";
import { useStore } from "../../state/jotai";
import { isInRow } from "../lists/rows";
import { offerOfAtom, performAtom } from "./offers.atoms";
import { lettersAtom } from "./panel.atoms";
import { isPress, meaningOf } from "./press";

/** The second press of a pair must follow within this time. */
const PAIR_MS = 1500;

/** Does what the table says for each key press on the page. An open dialog has the keys to itself. */
export function useKeys(): void {
  const store = useStore();
  useEffect(() => {
    let begun: { press: string; at: number } | undefined;
    const onKey = (event: KeyboardEvent) => {
      // A key alone, such as Shift, ends no pair.
      if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
      if (document.querySelector("dialog[open]")) {
        // The browser would leave the page for its own search field.
        if (isPress(event, "mod+k")) event.preventDefault();
        return;
      }
      const waits = begun !== undefined && event.timeStamp - begun.at < PAIR_MS;
      const meaning = meaningOf(event, {
        begun: waits ? begun?.press : undefined,
        isTyping: isField(event.target),
        isInList: isInRow(event.target),
        isOffered: (id) => store.get(offerOfAtom)(id) !== undefined,
        hasLetters: store.get(lettersAtom),
        isHeld: event.repeat,
      });
      begun = meaning.begins === undefined ? undefined : { press: meaning.begins, at: event.timeStamp };
      if (!meaning.id) return;
      event.preventDefault();
      store.set(performAtom, meaning.id);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [store]);
}

function isModifier(key: string): boolean {
  return ["Shift", "Control", "Alt", "Meta", "AltGraph"].includes(key);
}

const NO_TEXT =
  '[type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="range"], [type="file"]';

/** Whether typing goes into the element. A select finds its options by letters. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(`input:not(${NO_TEXT}), textarea, select`);
}

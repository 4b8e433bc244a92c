/** The palette and the sheet of shortcuts, of which at most one is open. */
import { atom } from "../../state/jotai";
import { keptLetters } from "../keeping";
import type { ActionId } from "./actions";

export type Panel = { kind: "palette"; action?: ActionId } | { kind: "sheet" } | undefined;

export const panelAtom = atom<Panel>(undefined);

const lettersHeldAtom = atom(keptLetters.read() !== "off");

/** Whether single letters act. Who speaks to the computer or rests a hand on the keyboard switches them off. */
export const lettersAtom = atom((get) => get(lettersHeldAtom));

export const switchLettersAtom = atom(null, (_get, set, isOn: boolean) => {
  keptLetters.write(isOn ? "" : "off");
  set(lettersHeldAtom, isOn);
});

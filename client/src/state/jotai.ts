/** The only import of jotai; a lint rule makes all other modules import it from here. */

export type { Atom, Getter, Setter, WritableAtom } from "jotai";
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from "jotai";

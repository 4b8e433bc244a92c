/** The only door to jotai: whoever needs it imports it from here, and a lint rule sees to that. */

export type { Atom, Getter, Setter, WritableAtom } from "jotai";
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from "jotai";

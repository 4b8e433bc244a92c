import { createOwnApi, type OwnApi } from "../../api/ownAccount";
import { keptToken } from "../../desk/keeping";
import { atom } from "../../state/jotai";
import { type BrowserPush, browserPush } from "./browserPush";

const heldAtom = atom<OwnApi>(
  createOwnApi({ token: () => keptToken.read() || undefined, onUnauthorised: () => undefined }),
);

const endedAtom = atom(false);
/** The sign-in has expired. The page keeps what was typed until the user signs in again. */
export const isEndedAtom = atom((get) => get(endedAtom));
export const changeEndedAtom = atom(null, (_get, set, isEnded: boolean) => set(endedAtom, isEnded));

/** The calls of the page; a test replaces them. */
export const ownApiAtom = atom(
  (get) => get(heldAtom),
  (_get, set, api: OwnApi) => set(heldAtom, api),
);

const heldPushAtom = atom<BrowserPush>(browserPush);
/** Notifications of this browser; a test replaces it. */
export const browserPushAtom = atom(
  (get) => get(heldPushAtom),
  (_get, set, push: BrowserPush) => set(heldPushAtom, push),
);

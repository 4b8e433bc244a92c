import { createOwnApi, type OwnApi } from "../../api/ownAccount";
import { keptToken } from "../../desk/keeping";
import { atom } from "../../state/jotai";

const heldAtom = atom<OwnApi>(
  createOwnApi({ token: () => keptToken.read() || undefined, onUnauthorised: () => undefined }),
);

/** The calls of the page; a test replaces them. */
export const ownApiAtom = atom(
  (get) => get(heldAtom),
  (_get, set, api: OwnApi) => set(heldAtom, api),
);

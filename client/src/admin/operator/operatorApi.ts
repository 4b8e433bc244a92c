/** What the operators' page needs from outside; a test replaces it. */
import { createOperatorApi, type OperatorApi } from "../../api/operator";
import { createOwnApi, type OwnApi } from "../../api/ownAccount";
import { keptOperatorToken } from "../../desk/keeping";
import { atom } from "../../state/jotai";

export type OperatorServices = { api: OperatorApi; own: OwnApi };

const settings = { token: () => keptOperatorToken.read() || undefined, onUnauthorised: () => undefined };
const heldAtom = atom<OperatorServices>({
  api: createOperatorApi(settings),
  own: createOwnApi(settings, "operator"),
});

export const operatorServicesAtom = atom(
  (get) => get(heldAtom),
  (_get, set, services: OperatorServices) => set(heldAtom, services),
);

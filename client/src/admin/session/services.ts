/** What the administration needs from outside: main.tsx or a test puts it into the store. */

import type { AccountApi } from "../../api/account";
import type { AdminApi } from "../../api/admin";
import { atom } from "../../state/jotai";
import type { Renewals } from "./renewal";

export type AdminServices = {
  api: AdminApi;
  /** Signing in and out is the desk's. */
  account: AccountApi;
  renewals: Renewals;
};

const heldAtom = atom<AdminServices | undefined>(undefined);

export const adminServicesAtom = atom(
  (get): AdminServices => {
    const held = get(heldAtom);
    if (!held) throw new Error("the administration's services are set before anything is done");
    return held;
  },
  (_get, set, services: AdminServices) => set(heldAtom, services),
);

export const adminApiAtom = atom((get) => get(adminServicesAtom).api);

/** What the shop's own system knows of the visitors: Protocol, 'Customer data'. */
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import type { CustomerContext } from "../../wire/customer";
import { deskAtom } from "./desk.atoms";
import { servicesAtom } from "./services";

/** `unreachable`: this server gave no answer; `tooMany`: the agent asked again too often. */
export type Customer =
  | { phase: "asking" }
  | { phase: "answered"; context: CustomerContext; isAskingAgain: boolean }
  | { phase: "unreachable" | "tooMany" };

const customersAtom = atom<Readonly<Record<string, Customer>>>({});

export const openCustomerAtom = atom((get): Customer | undefined => get(customersAtom)[get(deskAtom).openId]);

/** Asks about a visitor. The server keeps answers for 5 minutes, so opening a conversation again costs little. */
export const askCustomerAtom = atom(
  null,
  async (get, set, { userId, isRefresh }: { userId: string; isRefresh: boolean }) => {
    const put = (customer: Customer) => set(customersAtom, { ...get(customersAtom), [userId]: customer });
    const before = get(customersAtom)[userId];
    put(before?.phase === "answered" ? { ...before, isAskingAgain: true } : { phase: "asking" });
    try {
      const context = await get(servicesAtom).api.customer(userId, isRefresh);
      put({ phase: "answered", context, isAskingAgain: false });
    } catch (cause) {
      const isTooOften = cause instanceof ApiError && cause.kind === "tooMany";
      put({ phase: isTooOften ? "tooMany" : "unreachable" });
    }
  },
);

/** Forgets all visitors before another agent signs in. */
export const forgetCustomersAtom = atom(null, (_get, set) => set(customersAtom, {}));

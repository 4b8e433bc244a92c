/** The end of a single sign-on, on the page to which the provider sends people back. */
import { atom } from "../../state/jotai";
import { keptSignOut, keptTenant, keptToken } from "../keeping";
import { takeBegun } from "../sign-in/signOn";
import { refusalAtProvider, type SignOnTrouble, signOnTroubleOf } from "../sign-in/signOnTrouble";
import { servicesAtom } from "./services";

/** React runs an effect twice while developing; a sign-in is finished once. */
const runningAtom = atom<Promise<SignOnTrouble | undefined> | undefined>(undefined);

/** Finishes with the provider's answer, and opens the page that asked. Returns what went wrong. */
export const finishSignOnAtom = atom(null, (get, set, query: URLSearchParams) => {
  const running = get(runningAtom);
  if (running) return running;
  const run = set(finishAtom, query);
  set(runningAtom, run);
  return run;
});

const finishAtom = atom(
  null,
  async (get, _set, query: URLSearchParams): Promise<SignOnTrouble | undefined> => {
    const begun = takeBegun();
    const error = query.get("error");
    if (error !== null) return refusalAtProvider(error);
    if (!begun) return "noSecret";
    const iss = query.get("iss");
    try {
      const { token, tenantId, signOutUrl } = await get(servicesAtom).api.signOnFinish({
        state: query.get("state") ?? "",
        code: query.get("code") ?? "",
        ...(iss === null ? {} : { iss }),
        secret: begun.secret,
      });
      keptToken.write(token);
      keptTenant.write(tenantId);
      keptSignOut.write(signOutUrl);
      location.replace(begun.next);
      return undefined;
    } catch (cause) {
      keptToken.write("");
      return signOnTroubleOf(cause);
    }
  },
);

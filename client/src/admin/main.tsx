/** Entry of the administration: a document of its own, also for the first start and for invitations. */
import "../ui/tokens.css";
import "./pressable.css";
import { Suspense } from "react";
import { Router } from "wouter";
import { navigate, useBrowserLocation } from "wouter/use-browser-location";
import { createAccountApi } from "../api/account";
import { createAdminApi } from "../api/admin";
import { keptToken } from "../desk/keeping";
import { applyShade, keptShade } from "../desk/shade";
import { startPage } from "../desk/startPage";
import { createStore } from "../state/jotai";
import { AdminApp } from "./AdminApp";
import { doorOf } from "./doors";
import { createRenewals } from "./session/renewal";
import { adminServicesAtom } from "./session/services";
import { expiredAtom } from "./session/session.atoms";
import { createGuardedLocation, guardHistory } from "./shell/guard";

applyShade(keptShade());
const store = createStore();
const renewals = createRenewals();
const settings = {
  token: () => keptToken.read() || undefined,
  onUnauthorised: () => store.set(expiredAtom),
  // Each page shows an error beside its cause.
  onServerError: () => undefined,
};
store.set(adminServicesAtom, {
  api: createAdminApi(settings, renewals),
  account: createAccountApi(settings),
  renewals,
});

const Door = doorOf(location.pathname);
const guardedLocation = createGuardedLocation(store, useBrowserLocation);
if (!Door) guardHistory(store, (address) => navigate(new URL(address).pathname));
await startPage(
  ["admin", "desk"],
  store,
  Door ? (
    <Suspense>
      <Door />
    </Suspense>
  ) : (
    <Router base="/desk/admin" hook={guardedLocation}>
      <AdminApp />
    </Router>
  ),
);

/** Entry of the administration: a document of its own, also for the first start and for invitations. */
import "../ui/tokens.css";
import "./pressable.css";
import { StrictMode, Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { Router } from "wouter";
import { navigate, useBrowserLocation } from "wouter/use-browser-location";
import { createAccountApi } from "../api/account";
import { createAdminApi } from "../api/admin";
import { isolateFallback } from "../desk/fallbackDirection";
import { keptLocale, keptToken } from "../desk/keeping";
import { chooseLocale } from "../i18n/choose";
import { createI18n } from "../i18n/setup";
import { createStore, Provider } from "../state/jotai";
import { AdminApp } from "./AdminApp";
import { doorOf } from "./doors";
import { createRenewals } from "./session/renewal";
import { adminServicesAtom } from "./session/services";
import { expiredAtom } from "./session/session.atoms";
import { createGuardedLocation, guardHistory } from "./shell/guard";
import { applyShade, keptShade } from "./shell/shade";

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

const query = new URLSearchParams(location.search);
const locale = chooseLocale({
  channel: query.get("locale") ?? "",
  query: keptLocale.read(),
  browser: navigator.languages,
});
const i18n = await createI18n(locale, ["admin", "desk"]);
isolateFallback(i18n);
const Door = doorOf(location.pathname);
const guardedLocation = createGuardedLocation(store, useBrowserLocation);
if (!Door) guardHistory(store, (address) => navigate(new URL(address).pathname));
const root = document.getElementById("root");
if (root) {
  const { createRoot } = await import("react-dom/client");
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <Provider store={store}>
          {Door ? (
            <Suspense>
              <Door />
            </Suspense>
          ) : (
            <Router base="/desk/admin" hook={guardedLocation}>
              <AdminApp />
            </Router>
          )}
        </Provider>
      </I18nextProvider>
    </StrictMode>,
  );
}

/** Entry of the agent desk: a document of its own, which visitors never download. */
import "../ui/tokens.css";
import { StrictMode } from "react";
import { I18nextProvider } from "react-i18next";
import { Router } from "wouter";
import { createAgentApi } from "../api/agent";
import { createAgentCallApi } from "../api/call";
import { chooseLocale } from "../i18n/choose";
import { createI18n } from "../i18n/setup";
import { systemClock } from "../lib/clock";
import { newId } from "../lib/newId";
import { createStore, Provider } from "../state/jotai";
import { DeskApp } from "./DeskApp";
import { isolateFallback } from "./fallbackDirection";
import { keptLocale, keptSound, keptToken } from "./keeping";
import { createPlayer } from "./notices";
import { createNudge } from "./nudge";
import { expiredAtom } from "./state/account.atoms";
import { servicesAtom } from "./state/services";

const store = createStore();
const settings = {
  token: () => keptToken.read() || undefined,
  onUnauthorised: () => store.set(expiredAtom),
};
store.set(servicesAtom, {
  api: createAgentApi(settings),
  callApi: createAgentCallApi(settings),
  clock: systemClock,
  random: Math.random,
  newId,
  nudge: createNudge(),
  notify: createPlayer(() => keptSound.read() !== "off"),
});

const query = new URLSearchParams(location.search);
const locale = chooseLocale({
  channel: query.get("locale") ?? "",
  query: keptLocale.read(),
  browser: navigator.languages,
});
const i18n = await createI18n(locale, ["desk", "system", "call"]);
isolateFallback(i18n);
const root = document.getElementById("root");
if (root) {
  const { createRoot } = await import("react-dom/client");
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <Provider store={store}>
          <Router base="/desk">
            <DeskApp />
          </Router>
        </Provider>
      </I18nextProvider>
    </StrictMode>,
  );
}

import { type ReactNode, StrictMode } from "react";
import { I18nextProvider } from "react-i18next";
import { chooseLocale } from "../i18n/choose";
import { createI18n } from "../i18n/setup";
import { type createStore, Provider } from "../state/jotai";
import { isolateFallback } from "./fallbackDirection";
import { keptLocale } from "./keeping";

/** Shows a page for people who work for the shop, in the language that they chose or that their browser prefers. */
export async function startPage(
  namespaces: Parameters<typeof createI18n>[1],
  store: ReturnType<typeof createStore>,
  page: ReactNode,
): Promise<void> {
  const query = new URLSearchParams(location.search);
  const locale = chooseLocale({
    channel: query.get("locale") ?? "",
    query: keptLocale.read(),
    browser: navigator.languages,
  });
  const i18n = await createI18n(locale, namespaces);
  isolateFallback(i18n);
  const root = document.getElementById("root");
  if (!root) return;
  const { createRoot } = await import("react-dom/client");
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <Provider store={store}>{page}</Provider>
      </I18nextProvider>
    </StrictMode>,
  );
}

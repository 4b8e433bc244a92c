/**
 * Shows every kind and state of message, made from the golden files, in both themes: `/gallery.html` of the dev server,
 * with `?locale=`. It is not part of the build: `vite.config.ts` lists the entries.
 */
import "../ui/tokens.css";
import "./fonts.css";
import { createRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createI18n } from "../i18n/setup";
import { fetchCleaner } from "../lib/html";
import { readQuery } from "../lib/query";
import { firstLocale } from "../state/openPage";
import { applyTheme } from "../ui/theme";
import { Gallery } from "./Gallery";
import { Many } from "./Many";
import { channel } from "./makers";

const container = document.getElementById("root");
if (container) {
  const query = new URLSearchParams(location.search);
  // Load lazy parts before the first render, so that a screenshot shows everything.
  const [i18n] = await Promise.all([
    createI18n(firstLocale(readQuery(location.search)), ["chat", "system", "form", "call"]),
    fetchCleaner(),
    import("../features/message/idleParts"),
  ]);
  applyTheme(document.documentElement, channel);
  createRoot(container).render(
    <I18nextProvider i18n={i18n}>
      {query.has("many") ? <Many count={Number(query.get("many"))} /> : <Gallery />}
    </I18nextProvider>,
  );
}

import "./ui/tokens.css";
import "./ui/first.css";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { localeOf } from "./i18n/choose";
import { createI18n } from "./i18n/setup";
import { readFirst } from "./lib/first";
import { readQuery } from "./lib/query";
import { PageSkeleton } from "./pages/PageSkeleton";
import { createStore } from "./state/jotai";
import { firstLocale } from "./state/openPage";

const place = document.getElementById("root");
if (place) {
  const root = createRoot(place);
  root.render(<PageSkeleton />);
  const first = readFirst(document);
  // What the server has put into the document is spoken at once; else a language is chosen and its words are fetched.
  const locale = (first && localeOf(first.locale)) || firstLocale(readQuery(location.search));
  const words = await createI18n(locale, ["chat", "system"], first?.words);
  // Drawn in slices: a shop's page may share its processor with this one.
  startTransition(() => root.render(<App words={words} store={createStore()} />));
}

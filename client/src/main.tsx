import "./ui/tokens.css";
import "./ui/first.css";
import { startTransition } from "react";
import { App } from "./app/App";
import { localeOf } from "./i18n/choose";
import { createI18n } from "./i18n/setup";
import { readBootstrap } from "./lib/bootstrap";
import { readQuery } from "./lib/query";
import { yieldToBrowser } from "./lib/yieldToBrowser";
import { PageSkeleton } from "./pages/frame/PageSkeleton";
import { createStore } from "./state/jotai";
import { firstLocale } from "./state/openPage";

const container = document.getElementById("root");
if (container) {
  // The host page may share its process with this one, so the start is split into short tasks: React's renderer runs
  // apart from the page's own code, and renders in slices.
  await yieldToBrowser();
  const { createRoot } = await import("react-dom/client");
  await yieldToBrowser();
  const root = createRoot(container);
  const first = readBootstrap(document);
  if (!first) root.render(<PageSkeleton />);
  // Words in the document are used at once; without them, the page chooses a language and fetches its words.
  const locale = (first && localeOf(first.locale)) || firstLocale(readQuery(location.search));
  const i18n = await createI18n(locale, ["chat", "system"], first?.words);
  startTransition(() => root.render(<App i18n={i18n} store={createStore()} />));
}

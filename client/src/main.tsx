import "./ui/tokens.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { createI18n } from "./i18n/setup";
import { readQuery } from "./lib/query";
import { PageSkeleton } from "./pages/PageSkeleton";
import { createStore } from "./state/jotai";
import { firstLocale } from "./state/openPage";

const place = document.getElementById("root");
if (place) {
  const root = createRoot(place);
  root.render(<PageSkeleton />);
  const words = await createI18n(firstLocale(readQuery(location.search)), ["chat", "system"]);
  root.render(<App words={words} store={createStore()} />);
}

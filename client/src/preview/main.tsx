/** Entry of the preview frame: the visitor's page with settings that the administration sends. */
import "../ui/tokens.css";
import { I18nextProvider } from "react-i18next";
import { createI18n } from "../i18n/setup";
import { ChatSkeleton } from "../pages/frame/ChatSkeleton";
import { createStore, Provider, useAtomValue } from "../state/jotai";
import { pageAtom } from "../state/page.atoms";
import { Toaster } from "../ui/Toaster";
import {
  isPreviewShow,
  PREVIEW_SOURCE,
  type PreviewReady,
  type PreviewSave,
  type PreviewShow,
} from "./protocol";
import { show } from "./show";
import { callNobody } from "./stillChat";

callNobody();
const store = createStore();
const i18n = await createI18n("en", ["chat", "system", "form"]);

let newest: PreviewShow | undefined;
let isBusy = false;

/** Shows the newest settings; those that came in between are skipped. */
async function showNewest(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  try {
    while (newest) {
      const said = newest;
      newest = undefined;
      await show(store, i18n, said);
    }
  } finally {
    isBusy = false;
  }
}

window.addEventListener("message", (event) => {
  if (event.source !== window.parent || event.origin !== location.origin) return;
  if (!isPreviewShow(event.data)) return;
  newest = event.data;
  void showNewest();
});

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
  event.preventDefault();
  tell({ source: PREVIEW_SOURCE, kind: "save" });
});

// Links and forms would leave the preview.
document.addEventListener(
  "click",
  (event) => {
    if (event.target instanceof Element && event.target.closest("a[href]")) event.preventDefault();
  },
  true,
);

function tell(said: PreviewReady | PreviewSave): void {
  window.parent.postMessage(said, location.origin);
}

function Shown({ Screen }: { Screen: typeof import("../pages/chat/ChatScreen").ChatScreen }) {
  const page = useAtomValue(pageAtom);
  if (page.kind !== "ready") return <ChatSkeleton isLate={false} />;
  return <Screen channel={page.channel} query={page.query} />;
}

const container = document.getElementById("root");
if (container && window.parent !== window) {
  // As in the visitor's entry, so that the preview moves nothing into other parts.
  const [{ createRoot }, { ChatScreen }] = await Promise.all([
    import("react-dom/client"),
    import("../pages/chat/chatParts"),
  ]);
  createRoot(container).render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <Shown Screen={ChatScreen} />
        <Toaster />
      </Provider>
    </I18nextProvider>,
  );
  tell({ source: PREVIEW_SOURCE, kind: "ready" });
}

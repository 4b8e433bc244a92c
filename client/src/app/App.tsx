import type { i18n } from "i18next";
import { Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { Redirect, Route, Router, Switch } from "wouter";
import { lazily } from "../lib/lazily";
import { ChatPage } from "../pages/ChatPage";
import { ChatSkeleton } from "../pages/ChatSkeleton";
import type { createStore } from "../state/jotai";
import { Provider } from "../state/jotai";
import { Toaster } from "../ui/Toaster";
import { ErrorBoundary } from "./ErrorBoundary";

const NotFoundPage = lazily(async () => (await import("../pages/NotFoundPage")).NotFoundPage);
const QuestionPage = lazily(async () => (await import("../pages/QuestionPage")).QuestionPage);

export type AppProps = { words: i18n; store: ReturnType<typeof createStore> };

/** The visitor pages: Spec §2. */
export function App({ words, store }: AppProps) {
  return (
    <I18nextProvider i18n={words}>
      <Provider store={store}>
        <ErrorBoundary>
          <Router base="/chat_online">
            <Suspense fallback={<ChatSkeleton />}>
              <Routes />
            </Suspense>
          </Router>
        </ErrorBoundary>
        <Toaster />
      </Provider>
    </I18nextProvider>
  );
}

function Routes() {
  const hasChannel = new URLSearchParams(location.search).get("channelId");
  return (
    <Switch>
      <Route path="/index">{hasChannel ? <ChatPage /> : <Redirect to="/404" replace />}</Route>
      <Route path="/question" component={QuestionPage} />
      <Route path="/404" component={NotFoundPage} />
      <Route path="/">
        <Redirect to={hasChannel ? `/index${location.search}` : "/404"} replace />
      </Route>
      <Route>
        <Redirect to="/404" replace />
      </Route>
    </Switch>
  );
}

import type { i18n } from "i18next";
import { Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { Redirect, Route, Router, Switch } from "wouter";
import { ChatPage } from "../pages/ChatPage";
import { ChatSkeleton } from "../pages/ChatSkeleton";
import { NotFoundPage } from "../pages/NotFoundPage";
import { QuestionPage } from "../pages/QuestionPage";
import type { createStore } from "../state/jotai";
import { Provider } from "../state/jotai";
import { Toaster } from "../ui/Toaster";
import { ErrorBoundary } from "./ErrorBoundary";

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

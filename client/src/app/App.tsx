import type { i18n } from "i18next";
import { Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { Redirect, Route, Router, Switch, useSearch } from "wouter";
import { lazyPart } from "../lib/lazyParts";
import { ChatPage } from "../pages/chat/ChatPage";
import { PageSkeleton } from "../pages/frame/PageSkeleton";
import type { createStore } from "../state/jotai";
import { Provider } from "../state/jotai";
import { Toaster } from "../ui/Toaster";
import { ErrorBoundary } from "./ErrorBoundary";

const CardFormPage = lazyPart(() => import("../pages/card-form/CardFormPage"), "CardFormPage");
const LeavePage = lazyPart(() => import("../pages/leave-message/LeavePage"), "LeavePage");
const NotFoundPage = lazyPart(() => import("../pages/frame/NotFoundPage"), "NotFoundPage");
const QuestionPage = lazyPart(() => import("../pages/question/QuestionPage"), "QuestionPage");
const WorkOrderPage = lazyPart(() => import("../pages/work-order/WorkOrderPage"), "WorkOrderPage");

/** The visitor pages: Protocol, 'Visitor pages'. */
export function App({ i18n, store }: { i18n: i18n; store: ReturnType<typeof createStore> }) {
  return (
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <ErrorBoundary>
          <Router base="/chat_online">
            <Suspense fallback={<PageSkeleton />}>
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
  // Through the router, not `location`: navigation inside the app may add the channel to the address.
  const search = useSearch();
  const hasChannel = new URLSearchParams(search).get("channelId");
  return (
    <Switch>
      <Route path="/index">{hasChannel ? <ChatPage /> : <Redirect to="/404" replace />}</Route>
      <Route path="/leaveMsg">{hasChannel ? <LeavePage /> : <Redirect to="/404" replace />}</Route>
      <Route path="/leaveMessage">{hasChannel ? <LeavePage /> : <Redirect to="/404" replace />}</Route>
      <Route path="/workorder" component={WorkOrderPage} />
      <Route path="/formData" component={CardFormPage} />
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

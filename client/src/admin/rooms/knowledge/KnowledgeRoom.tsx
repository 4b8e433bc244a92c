import { lazy } from "react";
import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { languageOf, stepOf } from "./paths";
import { RobotPage } from "./RobotPage";
import { RobotsPage } from "./RobotsPage";

const DocumentsPage = lazy(() => import("./docs/DocumentsPage"));
const DocumentPage = lazy(() => import("./docs/DocumentPage"));
const InboxPage = lazy(() => import("./inbox/InboxPage"));
const TryPage = lazy(() => import("./try/TryPage"));
const TestsPage = lazy(() => import("./tests/TestsPage"));
const TestFilesPage = lazy(() => import("./transfer/TestFilesPage"));
const TransferPage = lazy(() => import("./transfer/TransferPage"));
const RobotSettings = lazy(() => import("./robots/RobotSettings"));

/** What robots know, and how well they answer. */
export default function KnowledgeRoom() {
  return (
    <Switch>
      <Route path="/knowledge">
        <RobotsPage />
      </Route>
      <Route path="/knowledge/:robot/*?">
        {({ robot }) => (
          <RobotPage robotNo={stepOf(robot)}>
            <RobotParts />
          </RobotPage>
        )}
      </Route>
    </Switch>
  );
}

/** The pages of one robot. */
function RobotParts() {
  return (
    <Switch>
      <Route path="/knowledge/:robot">
        <DocumentsPage />
      </Route>
      <Route path="/knowledge/:robot/new">
        <DocumentPage docId="" lang="" />
      </Route>
      <Route path="/knowledge/:robot/docs/:doc/:lang?">
        {({ doc, lang }) => <DocumentPage docId={stepOf(doc)} lang={languageOf(lang)} />}
      </Route>
      <Route path="/knowledge/:robot/unanswered">
        <InboxPage />
      </Route>
      <Route path="/knowledge/:robot/try">
        <TryPage />
      </Route>
      <Route path="/knowledge/:robot/tests">
        <TestsPage />
      </Route>
      <Route path="/knowledge/:robot/tests/files">
        <TestFilesPage />
      </Route>
      <Route path="/knowledge/:robot/import">
        <TransferPage />
      </Route>
      <Route path="/knowledge/:robot/settings">
        <RobotSettings />
      </Route>
      <Route>
        <MissingPage />
      </Route>
    </Switch>
  );
}

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
      <Route path="/knowledge/:robot">
        {({ robot }) => (
          <RobotPage robotNo={stepOf(robot)}>
            <DocumentsPage />
          </RobotPage>
        )}
      </Route>
      <Route path="/knowledge/:robot/new">
        {({ robot }) => (
          <RobotPage robotNo={stepOf(robot)}>
            <DocumentPage docId="" lang="" />
          </RobotPage>
        )}
      </Route>
      <Route path="/knowledge/:robot/docs/:doc/:lang?">
        {({ robot, doc, lang }) => (
          <RobotPage robotNo={stepOf(robot)}>
            <DocumentPage docId={stepOf(doc)} lang={languageOf(lang)} />
          </RobotPage>
        )}
      </Route>
      <Route path="/knowledge/:robot/tests/files">
        {({ robot }) => (
          <RobotPage robotNo={stepOf(robot)}>
            <TestFilesPage />
          </RobotPage>
        )}
      </Route>
      <Route path="/knowledge/:robot/:part">
        {({ robot, part }) => (
          <RobotPage robotNo={stepOf(robot)}>
            <Part part={part} />
          </RobotPage>
        )}
      </Route>
      <Route>
        <MissingPage />
      </Route>
    </Switch>
  );
}

function Part({ part }: { part: string }) {
  switch (part) {
    case "unanswered":
      return <InboxPage />;
    case "try":
      return <TryPage />;
    case "tests":
      return <TestsPage />;
    case "import":
      return <TransferPage />;
    case "settings":
      return <RobotSettings />;
    default:
      return <MissingPage />;
  }
}

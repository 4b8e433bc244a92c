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
      <Route path="/knowledge" component={RobotsPage} />
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
      <Route path="/knowledge/:robot" component={DocumentsPage} />
      <Route path="/knowledge/:robot/new">
        <DocumentPage docId="" lang="" />
      </Route>
      <Route path="/knowledge/:robot/docs/:doc/:lang?">
        {({ doc, lang }) => <DocumentPage docId={stepOf(doc)} lang={languageOf(lang)} />}
      </Route>
      <Route path="/knowledge/:robot/unanswered" component={InboxPage} />
      <Route path="/knowledge/:robot/try" component={TryPage} />
      <Route path="/knowledge/:robot/tests" component={TestsPage} />
      <Route path="/knowledge/:robot/tests/files" component={TestFilesPage} />
      <Route path="/knowledge/:robot/import" component={TransferPage} />
      <Route path="/knowledge/:robot/settings" component={RobotSettings} />
      <Route component={MissingPage} />
    </Switch>
  );
}

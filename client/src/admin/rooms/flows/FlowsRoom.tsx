import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { FlowList } from "./FlowList";
import { FlowPage, NewFlowPage } from "./FlowPage";

/** The list of flows, and a page for each. */
export default function FlowsRoom() {
  return (
    <Switch>
      <Route path="/flows">
        <FlowList />
      </Route>
      <Route path="/flows/new">
        <NewFlowPage />
      </Route>
      <Route path="/flows/new/example">
        <NewFlowPage isExample />
      </Route>
      <Route path="/flows/:flow">
        {({ flow }) => <FlowPage key={flow} flow={decodeURIComponent(flow)} />}
      </Route>
      <Route>
        <MissingPage />
      </Route>
    </Switch>
  );
}

import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { FlowList } from "./FlowList";
import { FlowPage, NewFlowPage } from "./FlowPage";
import { StarterPage } from "./StarterPage";
import { starterOf } from "./starters";

/** The list of flows, and a page for each. */
export default function FlowsRoom() {
  return (
    <Switch>
      <Route path="/flows">
        <FlowList />
      </Route>
      <Route path="/flows/new">
        <StarterPage />
      </Route>
      <Route path="/flows/new/:starter">
        {({ starter: name }) => {
          const starter = starterOf(name);
          return starter ? <NewFlowPage key={starter} starter={starter} /> : <MissingPage />;
        }}
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

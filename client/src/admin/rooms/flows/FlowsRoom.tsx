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
      <Route path="/flows" component={FlowList} />
      <Route path="/flows/new" component={StarterPage} />
      <Route path="/flows/new/:starter">
        {({ starter: name }) => {
          const starter = starterOf(name);
          return starter ? <NewFlowPage key={starter} starter={starter} /> : <MissingPage />;
        }}
      </Route>
      <Route path="/flows/:flow">
        {({ flow }) => <FlowPage key={flow} flow={decodeURIComponent(flow)} />}
      </Route>
      <Route component={MissingPage} />
    </Switch>
  );
}

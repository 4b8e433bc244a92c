import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { AgentList } from "./AgentList";
import { AgentPage } from "./AgentPage";
import { GroupList } from "./GroupList";
import { GroupPage } from "./GroupPage";
import { HoursPage } from "./HoursPage";
import { SupervisingPage } from "./SupervisingPage";

/** Agents, groups, the shop's hours, and what supervisors look at. */
export default function PeopleRoom() {
  return (
    <Switch>
      <Route path="/people" component={AgentList} />
      <Route path="/people/agents/:adminId">
        {({ adminId }) => <AgentPage key={adminId} adminId={adminId} />}
      </Route>
      <Route path="/people/groups" component={GroupList} />
      <Route path="/people/groups/:id">{({ id }) => <GroupPage key={id} id={id} />}</Route>
      <Route path="/people/hours" component={HoursPage} />
      <Route path="/people/supervising" component={SupervisingPage} />
      <Route component={MissingPage} />
    </Switch>
  );
}

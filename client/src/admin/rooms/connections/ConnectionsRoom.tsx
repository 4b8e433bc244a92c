import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { IdentityList } from "./IdentityList";
import { IdentityPage } from "./IdentityPage";
import { ServicesPage } from "./ServicesPage";

/** What the shop's chat is connected to. */
export default function ConnectionsRoom() {
  return (
    <Switch>
      <Route path="/connections">
        <ServicesPage />
      </Route>
      <Route path="/connections/identity">
        <IdentityList />
      </Route>
      <Route path="/connections/identity/:channelId">
        {({ channelId }) => <IdentityPage key={channelId} channelId={channelId} />}
      </Route>
      <Route>
        <MissingPage />
      </Route>
    </Switch>
  );
}

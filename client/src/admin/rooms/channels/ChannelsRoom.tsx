import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { ChannelPage } from "./ChannelPage";
import { ChannelsPage } from "./ChannelsPage";
import { EmbedPage } from "./EmbedPage";
import { NewChannelPage } from "./NewChannelPage";

/** The channels of the shop: a list, an editor, and the code for a shop's page. */
export default function ChannelsRoom() {
  return (
    <Switch>
      <Route path="/channels" component={ChannelsPage} />
      <Route path="/channels/new" component={NewChannelPage} />
      <Route path="/channels/:id">{({ id }) => <ChannelPage key={id} id={decodeURIComponent(id)} />}</Route>
      <Route path="/channels/:id/embed">{({ id }) => <EmbedPage id={decodeURIComponent(id)} />}</Route>
      <Route component={MissingPage} />
    </Switch>
  );
}

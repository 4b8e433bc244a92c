import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { CustomerPage } from "./CustomerPage";
import { IdentityList } from "./IdentityList";
import { IdentityPage } from "./IdentityPage";
import { KeysPage } from "./keys/KeysPage";
import { MailPage } from "./mail/MailPage";
import { ServicesPage } from "./ServicesPage";
import { SignOnPage } from "./SignOnPage";
import { NewWebhookPage } from "./webhooks/NewWebhookPage";
import { WebhookList } from "./webhooks/WebhookList";
import { WebhookPage } from "./webhooks/WebhookPage";

/** What the shop's chat is connected to. */
export default function ConnectionsRoom() {
  return (
    <Switch>
      <Route path="/connections">
        <ServicesPage />
      </Route>
      <Route path="/connections/customer">
        <CustomerPage />
      </Route>
      <Route path="/connections/sign-on">
        <SignOnPage />
      </Route>
      <Route path="/connections/identity">
        <IdentityList />
      </Route>
      <Route path="/connections/identity/:channelId">
        {({ channelId }) => <IdentityPage key={channelId} channelId={channelId} />}
      </Route>
      <Route path="/connections/webhooks">
        <WebhookList />
      </Route>
      <Route path="/connections/webhooks/new">
        <NewWebhookPage />
      </Route>
      <Route path="/connections/webhooks/:webhookId">
        {({ webhookId }) => <WebhookPage key={webhookId} webhookId={webhookId} />}
      </Route>
      <Route path="/connections/keys">
        <KeysPage />
      </Route>
      <Route path="/connections/mail">
        <MailPage />
      </Route>
      <Route>
        <MissingPage />
      </Route>
    </Switch>
  );
}

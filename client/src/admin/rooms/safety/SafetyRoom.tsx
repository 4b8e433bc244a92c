import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { AuditPage } from "./AuditPage";
import { BlocksPage } from "./BlocksPage";
import { RetentionPage } from "./RetentionPage";
import { SignInRulesPage } from "./SignInRulesPage";
import { VisitorPage } from "./VisitorPage";

/** Who changed what, visitors' own data, blocked visitors, and how long messages are kept. */
export default function SafetyRoom() {
  return (
    <Switch>
      <Route path="/safety" component={AuditPage} />
      <Route path="/safety/visitor" component={VisitorPage} />
      <Route path="/safety/blocks" component={BlocksPage} />
      <Route path="/safety/retention" component={RetentionPage} />
      <Route path="/safety/sign-in" component={SignInRulesPage} />
      <Route component={MissingPage} />
    </Switch>
  );
}

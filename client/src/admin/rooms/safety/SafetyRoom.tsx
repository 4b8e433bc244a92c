import { Route, Switch } from "wouter";
import { MissingPage } from "../../shell/MissingPage";
import { AuditPage } from "./AuditPage";
import { RetentionPage } from "./RetentionPage";
import { SignInRulesPage } from "./SignInRulesPage";
import { VisitorPage } from "./VisitorPage";

/** Who changed what, visitors' own data, and how long messages are kept. */
export default function SafetyRoom() {
  return (
    <Switch>
      <Route path="/safety">
        <AuditPage />
      </Route>
      <Route path="/safety/visitor">
        <VisitorPage />
      </Route>
      <Route path="/safety/retention">
        <RetentionPage />
      </Route>
      <Route path="/safety/sign-in">
        <SignInRulesPage />
      </Route>
      <Route>
        <MissingPage />
      </Route>
    </Switch>
  );
}

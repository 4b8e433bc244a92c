import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { AuditLog } from "../rooms/safety/AuditLog";
import type { ListAudit } from "../rooms/safety/audit";
import { Page } from "../shell/Page";
import { OperatorTabs } from "./OperatorTabs";
import { operatorServicesAtom } from "./operatorApi";

/** Who works on the command line. */
const COMMAND_LINE = "@operator";

const THINGS = ["operators", "tenant", "login"];
const ACTIONS = ["put", "delete", "login", "signOut", "invite"];

/** What operators did: their sign-ins and accounts, and the tenants that they disabled and enabled. */
export function OperatorAudit({ account }: { account: string }) {
  const { t } = useTranslation("admin");
  const { api } = useAtomValue(operatorServicesAtom);
  const list: ListAudit = useCallback((asked, signal) => api.audit(asked, signal), [api]);
  return (
    <Page title={t("safety_audit")} text={t("operator_audit_text")} isWide>
      <OperatorTabs open="audit" />
      <AuditLog
        whose="operators"
        list={list}
        things={THINGS}
        actions={ACTIONS}
        people={[account, COMMAND_LINE]}
        nameOf={(id) => (id === COMMAND_LINE ? t("audit_operator") : id)}
        pageOf={() => undefined}
      />
    </Page>
  );
}

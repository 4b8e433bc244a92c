import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../state/jotai";
import { type AuditEntry, auditPage } from "../../../wire/admin";
import { useAllThings } from "../../list/useAllThings";
import { adminApiAtom } from "../../session/services";
import { Page } from "../../shell/Page";
import { isKind, pageOf, textOf } from "../../things/kinds";
import { useKeys } from "../connections/keys/useKeys";
import { AuditLog } from "./AuditLog";
import type { ListAudit } from "./audit";
import { SafetyTabs } from "./SafetyTabs";
import { OPERATOR, SERVER, SIGN_ON } from "./usePersonName";

/** Who changed what, and when. */
export function AuditPage() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const { things: agents = [] } = useAllThings("agents");
  const keys = useKeys();
  const list: ListAudit = useCallback(
    (asked, signal) => api.call("audit/list", asked, auditPage, { signal }),
    [api],
  );
  const names = new Map(
    agents.map((one) => [textOf(one, "adminId"), textOf(one, "adminNick") || textOf(one, "account")]),
  );
  for (const key of keys.list.data?.list ?? []) names.set(`@key:${key.keyId}`, key.name);
  // Somebody deleted is named by the id.
  const people = [...names.keys(), SIGN_ON, SERVER, OPERATOR];
  return (
    <Page title={t("safety_audit")} text={t("audit_text")}>
      <SafetyTabs />
      <AuditLog
        whose="tenant"
        list={list}
        people={people}
        nameOf={(id) => names.get(id) || id}
        pageOf={({ thing, id, action }: AuditEntry) =>
          isKind(thing) && action !== "delete" ? pageOf(thing, id) : undefined
        }
      />
    </Page>
  );
}

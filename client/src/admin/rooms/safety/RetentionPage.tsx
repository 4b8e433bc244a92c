import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../state/jotai";
import { retentionCount } from "../../../wire/admin";
import type { Thing } from "../../../wire/things";
import { useValues } from "../../form/editor";
import { Fields } from "../../form/Fields";
import type { FieldSpec } from "../../form/specs";
import { ThingForm } from "../../form/ThingForm";
import { adminApiAtom } from "../../session/services";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { isSame } from "../../things/paths";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import { useSettled } from "../../useSettled";
import { SafetyTabs } from "./SafetyTabs";
import styles from "./safety.module.css";

const FIELDS: readonly FieldSpec[] = [
  {
    path: "retentionDays",
    kind: "number",
    unit: "unit_days",
    min: 1,
    step: 1,
    isOptional: true,
    label: "retention_days",
    help: "retention_days_help",
  },
];

/** How long messages are kept. */
export function RetentionPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("safety_retention")} text={t("retention_text")}>
      <SafetyTabs />
      <OneThing kind="tenant" name={{}}>
        {(tenant) => (
          <ThingForm kind="tenant" thing={tenant} draftName="retention" fields={FIELDS}>
            <Fields fields={FIELDS} />
            <Removal tenant={tenant} />
          </ThingForm>
        )}
      </OneThing>
    </Page>
  );
}

/** Time after the last keystroke until the server counts. */
const PAUSE_MS = 600;

/** What the unsaved number of days would remove. */
function Removal({ tenant }: { tenant: Thing }) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const { retentionDays: wanted } = useValues("");
  const days = typeof wanted === "number" && !isSame(wanted, tenant.retentionDays) ? wanted : undefined;
  const asked = useSettled(days, PAUSE_MS);
  const query = useQuery({
    queryKey: ["retention", asked],
    queryFn: ({ signal }) =>
      api.call("tenant/retentionCount", { retentionDays: asked }, retentionCount, { signal }),
    enabled: asked !== undefined && asked > 0,
  });
  if (days === undefined || days <= 0) return null;
  if (days !== asked || query.isPending) return <p role="status">{t("retention_counting")}</p>;
  if (!query.data) {
    const refusal = refusalOf(query.error);
    // An older server does not count.
    return refusal.kind === "gone" ? null : <p role="status">{troubleWords(t, refusal)}</p>;
  }
  const { messages, visitors, erased, isComplete } = query.data;
  if (messages === 0 && isComplete) return <p role="status">{t("retention_nothing")}</p>;
  return (
    <div role="status" className={styles.count}>
      <p>{t("retention_messages", { count: messages, visitors })}</p>
      {erased > 0 ? <p>{t("retention_visitors", { count: erased })}</p> : null}
      {isComplete ? null : <p>{t("retention_at_least")}</p>}
    </div>
  );
}

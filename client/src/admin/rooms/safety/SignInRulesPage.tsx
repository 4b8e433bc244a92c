import { useTranslation } from "react-i18next";
import type { FieldSpec } from "../../form/specs";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { SafetyTabs } from "./SafetyTabs";

const FIELDS: readonly FieldSpec[] = [
  { path: "requireTotp", kind: "switch", label: "tenant_requireTotp", help: "tenant_requireTotp_help" },
];

/** How everybody who works for the shop signs in. */
export function SignInRulesPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("safety_sign_in")} text={t("sign_in_room_text")}>
      <SafetyTabs />
      <OneThing kind="tenant" name={{}}>
        {(tenant) => <ThingForm kind="tenant" thing={tenant} draftName="sign-in" fields={FIELDS} />}
      </OneThing>
    </Page>
  );
}

import { useTranslation } from "react-i18next";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { PeopleTabs } from "./PeopleTabs";
import { SUPERVISING } from "./supervisingFields";

/** When a visitor is rescued from an agent, what the shop wants to reach, and what supervisors are told. */
export function SupervisingPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("people_supervising")} text={t("supervising_text")}>
      <PeopleTabs />
      <OneThing kind="tenant" name={{}}>
        {(tenant) => <ThingForm kind="tenant" thing={tenant} draftName="supervising" fields={SUPERVISING} />}
      </OneThing>
    </Page>
  );
}

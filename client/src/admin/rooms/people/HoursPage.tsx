import { useTranslation } from "react-i18next";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { SHOP } from "./fields";
import { PeopleTabs } from "./PeopleTabs";

/** The shop's name, its hours, and when somebody silent is gone. */
export function HoursPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("people_hours")} text={t("shop_text")}>
      <PeopleTabs />
      <OneThing kind="tenant" name={{}}>
        {(tenant) => <ThingForm kind="tenant" thing={tenant} draftName="hours" fields={SHOP} />}
      </OneThing>
    </Page>
  );
}

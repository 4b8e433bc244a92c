import { useTranslation } from "react-i18next";
import { Groups } from "../../form/Fields";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { SHOP } from "./fields";
import { PeopleTabs } from "./PeopleTabs";

const FIELDS = SHOP.flatMap((group) => group.fields);

/** The shop's name, its hours, and when somebody silent is gone. */
export function HoursPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("people_hours")} text={t("shop_text")}>
      <PeopleTabs />
      <OneThing kind="tenant" name={{}}>
        {(tenant) => (
          <ThingForm kind="tenant" thing={tenant} draftName="hours" fields={FIELDS}>
            <Groups groups={SHOP} />
          </ThingForm>
        )}
      </OneThing>
    </Page>
  );
}

import { useTranslation } from "react-i18next";
import { Group } from "../../form/Fields";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { ConnectionsTabs } from "./ConnectionsTabs";
import { MODEL, OTHERS } from "./fields";
import { ModelTest } from "./ModelTest";

const FIELDS = [MODEL, ...OTHERS].flatMap((group) => group.fields);

/** The large model, and the hosts that pages and flows may reach. */
export function ServicesPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("connections_services")} text={t("services_text")}>
      <ConnectionsTabs />
      <OneThing kind="tenant" name={{}}>
        {(tenant) => (
          <ThingForm kind="tenant" thing={tenant} draftName="services" fields={FIELDS}>
            <Group group={MODEL}>
              <ModelTest />
            </Group>
            {OTHERS.map((group) => (
              <Group key={group.id} group={group} />
            ))}
          </ThingForm>
        )}
      </OneThing>
    </Page>
  );
}

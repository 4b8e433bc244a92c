import { useTranslation } from "react-i18next";
import { Group } from "../../form/Fields";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { ConnectionsTabs } from "./ConnectionsTabs";
import { SignOnTest } from "./SignOnTest";
import { blank, OTHERS, PROVIDER, RETURN_PATH } from "./signOnFields";

const FIELDS = [PROVIDER, ...OTHERS].flatMap((group) => group.fields);

/** How agents sign in with the account that they have at their company's provider. */
export function SignOnPage() {
  const { t } = useTranslation("admin");
  const own = { ...blank, returnAddress: new URL(RETURN_PATH, location.href).href };
  return (
    <Page title={t("connections_sign_on")} text={t("sso_text")}>
      <ConnectionsTabs />
      <OneThing kind="signOn" name={{}} blank={own}>
        {(setting) => (
          <ThingForm kind="signOn" thing={setting} draftName="sign-on" fields={FIELDS}>
            <Group group={PROVIDER}>
              <SignOnTest />
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

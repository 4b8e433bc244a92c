import { useTranslation } from "react-i18next";
import { Group } from "../../../form/Fields";
import { ThingForm } from "../../../form/ThingForm";
import { Loaded } from "../../../shell/Loaded";
import { Page } from "../../../shell/Page";
import { OneThing } from "../../../things/OneThing";
import { ConnectionsTabs } from "../ConnectionsTabs";
import { MAIL } from "./fields";
import { MailList } from "./MailList";
import { MailStanding } from "./MailStanding";
import { MailTest } from "./MailTest";
import { useMailState } from "./useMail";

const FIELDS = MAIL.flatMap((group) => group.fields);

/** Whether the shop's mails go out, how they look, and what became of them. */
export function MailPage() {
  const { t } = useTranslation("admin");
  const state = useMailState();
  return (
    <Page title={t("connections_mail")} text={t("mail_text")}>
      <ConnectionsTabs />
      <Loaded query={state}>
        {(mail) => (
          <>
            <MailStanding mail={mail} />
            <OneThing kind="tenant" name={{}}>
              {(tenant) => (
                <ThingForm kind="tenant" thing={tenant} draftName="mail" fields={FIELDS}>
                  {MAIL.map((group) => (
                    <Group key={group.id} group={group} />
                  ))}
                </ThingForm>
              )}
            </OneThing>
            {mail.isOn ? <MailTest /> : null}
            <MailList isOn={mail.isOn} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

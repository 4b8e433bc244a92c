import { useTranslation } from "react-i18next";
import { languageTag } from "../../../../i18n/tags";
import { Pill } from "../../../../ui/Pill";
import type { MailState } from "../../../../wire/mail";
import { Card } from "../../../shell/Card";
import { failureWords } from "./failureWords";
import styles from "./mail.module.css";

/** Whether mails go out; if not, who does what about it. */
export function MailStanding({ mail }: { mail: MailState }) {
  const { t, i18n } = useTranslation("admin");
  const numbers = new Intl.NumberFormat(languageTag(i18n.language));
  if (!mail.isOn) {
    return (
      <Card id="mail-standing" title={t("mail_off")} text={t("mail_off_text")}>
        <p>{t("mail_off_operator")}</p>
        <pre dir="ltr" className={styles.sample}>
          {SAMPLE}
        </pre>
        <p className={styles.quiet}>{t("mail_off_links")}</p>
      </Card>
    );
  }
  return (
    <Card id="mail-standing" title={t("mail_on")} text={t("mail_on_text", { sender: mail.sender })}>
      <p className={styles.standing}>
        <Pill
          tone={mail.failure ? "urgent" : "good"}
          text={t(mail.failure ? "mail_not_working" : "mail_working")}
        />
        <span className={styles.quiet}>
          {t("mail_use", {
            count: mail.waiting,
            sent: numbers.format(mail.ofDay),
            max: numbers.format(mail.ofDayMax),
          })}
        </span>
      </p>
      {mail.failure ? (
        <p role="status" className={styles.bad}>
          {failureWords(t, mail.failure)} {t("mail_tell_operator")}
        </p>
      ) : null}
    </Card>
  );
}

const SAMPLE = `[mail]
host = "smtp.example.com"
user = "chat@example.com"
password_file = "/etc/frontdesk/mail-password"
sender = "chat@example.com"
public_url = "https://chat.example.com"`;

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Mail as MailIcon, RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { Empty } from "../../../../ui/Empty";
import { Pill } from "../../../../ui/Pill";
import { showToast } from "../../../../ui/toast";
import type { Mail } from "../../../../wire/mail";
import { done } from "../../../../wire/things";
import type { AdminKey } from "../../../form/specs";
import { Rows } from "../../../list/Rows";
import { adminApiAtom } from "../../../session/services";
import { When } from "../../../shell/When";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { failureWords } from "./failureWords";
import styles from "./mail.module.css";
import { useMails } from "./useMail";

const KINDS: Readonly<Record<string, AdminKey>> = {
  invitation: "mail_kind_invitation",
  reset: "mail_kind_reset",
  leaveMessage: "mail_kind_leaveMessage",
  workOrder: "mail_kind_workOrder",
  answer: "mail_kind_answer",
  transcript: "mail_kind_transcript",
  notice: "mail_kind_notice",
  missed: "mail_kind_missed",
  test: "mail_kind_test",
};

const TONES = { waiting: "new", sent: "good", bounced: "urgent" } as const;

/** What became of the mails of the last 30 days. */
export function MailList({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation("admin");
  const query = useMails();
  const mails = query.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <section aria-labelledby="mails" className={styles.list}>
      <div>
        <h2 id="mails" className={styles.title}>
          {t("mail_list")}
        </h2>
        <p className={styles.quiet}>{t("mail_list_text")}</p>
      </div>
      <Rows
        label={t("mail_list")}
        query={query}
        count={mails.length}
        isFiltered={false}
        onClear={() => undefined}
        empty={
          <Empty
            icon={<MailIcon size={28} aria-hidden />}
            title={t("mail_none")}
            text={t("mail_none_text")}
          />
        }
      >
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} isOn={isOn} />
        ))}
      </Rows>
    </section>
  );
}

function MailRow({ mail, isOn }: { mail: Mail; isOn: boolean }) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const cache = useQueryClient();
  const again = useMutation({
    mutationFn: () => api.call("mail/resend", { id: mail.id }, done),
    onSuccess: () => showToast("success", t("mail_again_done")),
    onError: (cause) => showToast("error", troubleWords(t, refusalOf(cause))),
    onSettled: () => cache.invalidateQueries({ queryKey: ["mail"] }),
  });
  const kind = KINDS[mail.kind];
  // A test is sent at once or not at all.
  const isSendable = isOn && mail.state !== "sent" && mail.kind !== "test";
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <bdi className={styles.subject}>{mail.subject}</bdi>
        <span className={styles.quiet}>
          {kind ? t(kind) : mail.kind} · <bdi>{mail.to}</bdi> · <When at={mail.at} />
        </span>
        {mail.failure && mail.state !== "sent" ? (
          <span className={mail.state === "bounced" ? styles.bad : styles.quiet}>
            {failureWords(t, mail.failure)}
          </span>
        ) : null}
      </span>
      <Pill tone={TONES[mail.state]} text={t(`mail_${mail.state}`)} />
      {isSendable ? (
        <Button
          look="quiet"
          size="small"
          icon={<RotateCw size={16} />}
          isBusy={again.isPending}
          aria-label={t("mail_again_named", { subject: mail.subject })}
          onClick={() => again.mutate()}
        >
          {t("mail_again")}
        </Button>
      ) : null}
    </li>
  );
}

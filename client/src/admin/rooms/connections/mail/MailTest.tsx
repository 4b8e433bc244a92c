import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { Input } from "../../../../ui/Input";
import { mailTest } from "../../../../wire/mail";
import { FieldFrame } from "../../../form/FieldFrame";
import { adminApiAtom } from "../../../session/services";
import { Card } from "../../../shell/Card";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { failureWords } from "./failureWords";
import styles from "./mail.module.css";

/** Sends a mail at once, and says what the SMTP server answered. */
export function MailTest() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const cache = useQueryClient();
  const [to, setTo] = useState("");
  const run = useMutation({
    mutationFn: () => api.call("mail/test", { to }, mailTest),
    onSettled: () => cache.invalidateQueries({ queryKey: ["mail"] }),
  });
  const refusal = run.error ? refusalOf(run.error) : undefined;
  const fault = refusal?.kind === "faults" ? t("mail_test_wrong") : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    run.mutate();
  }
  return (
    <Card id="mail-test" title={t("mail_test")} text={t("mail_test_text")}>
      <form className={styles.test} noValidate onSubmit={submit}>
        <FieldFrame label={t("mail_test_to")} fault={fault}>
          {(control) => (
            <Input
              {...control}
              type="email"
              inputMode="email"
              autoComplete="email"
              value={to}
              onChange={(event) => {
                setTo(event.target.value.trim());
                run.reset();
              }}
            />
          )}
        </FieldFrame>
        <Button
          type="submit"
          look="outline"
          icon={<Send size={16} className="mirrored" />}
          isBusy={run.isPending}
          disabled={to === ""}
        >
          {t("mail_test_do")}
        </Button>
        <div role="status" className={styles.result}>
          {run.data?.ok ? (
            <p className={styles.good}>{t("mail_test_ok", { seconds: (run.data.ms / 1000).toFixed(1) })}</p>
          ) : null}
          {run.data?.failure ? <p className={styles.bad}>{failureWords(t, run.data.failure)}</p> : null}
          {refusal && !fault ? <p className={styles.bad}>{troubleWords(t, refusal)}</p> : null}
        </div>
      </form>
    </Card>
  );
}

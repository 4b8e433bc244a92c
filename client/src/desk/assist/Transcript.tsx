import { Mail } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { FormField } from "../../ui/FormField";
import { Input } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import { useOffers } from "../keys/offers.atoms";
import { sendsMailAtom } from "../state/agent.atoms";
import { sendTranscriptAtom } from "../state/talk.atoms";
import styles from "./VisitorPanel.module.css";

export type TranscriptProps = {
  userId: string;
  known: string;
  /** Shows the panel if it is folded away. */
  onEnter: () => void;
};

/** Sends the conversation to the address that the visitor gave. Absent if the server sends no mail. */
export function Transcript({ userId, known, onEnter }: TranscriptProps) {
  const { t } = useTranslation("desk");
  const send = useSetAtom(sendTranscriptAtom);
  const sendsMail = useAtomValue(sendsMailAtom);
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState(known);
  const [isBusy, setBusy] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const section = useRef<HTMLElement>(null);
  const enter = () => {
    onEnter();
    flushSync(() => setOpen(true));
    section.current?.querySelector("input")?.focus();
  };
  useOffers({ transcript: sendsMail ? { run: enter } : undefined });
  if (!sendsMail) return null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const trouble = await send({ userId, email });
    setBusy(false);
    setWrong(trouble === "wrong");
    if (trouble === "wrong") return;
    if (trouble) {
      showToast("error", t(`transcript_${trouble}`));
      return;
    }
    showToast("success", t("transcript_sent", { email }));
    setOpen(false);
  }

  return (
    <section ref={section} className={styles.more}>
      <Button
        look="outline"
        size="small"
        icon={<Mail size={16} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t("transcript")}
      </Button>
      {isOpen ? (
        <form className={styles.transcript} noValidate onSubmit={(event) => void submit(event)}>
          <p className={styles.hint}>{t("transcript_text")}</p>
          <FormField
            label={t("transcript_email")}
            isRequired
            fault={isWrong ? t("transcript_wrong") : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="email"
                inputMode="email"
                autoComplete="off"
                value={email}
                onChange={(event) => setEmail(event.target.value.trim())}
              />
            )}
          </FormField>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={email === ""}>
            {t("transcript_send")}
          </Button>
        </form>
      ) : null}
    </section>
  );
}

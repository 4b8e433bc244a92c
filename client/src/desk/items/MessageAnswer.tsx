import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { FormField } from "../../ui/FormField";
import { TextArea } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import { useOffers } from "../keys/offers.atoms";
import { sendsMailAtom } from "../state/agent.atoms";
import { handleMessageAtom } from "../state/items.atoms";
import styles from "./ItemPane.module.css";
import { useItemDraft } from "./useItemDraft";

/** Protocol, 'Left messages': the limit of a remark. */
const REMARK_LENGTH_MAX = 4000;

const WORDS = {
  gone: "left_gone",
  closed: "left_gone",
  status: "left_gone",
  unreachable: "deed_unreachable",
  refused: "left_not_mailed",
} as const;

/** Marks a left message as handled, with a remark that may go to its author by mail. */
export function MessageAnswer({ id, email }: { id: string; email: string }) {
  const { t } = useTranslation("desk");
  const handle = useSetAtom(handleMessageAtom);
  const [remark, setRemark] = useItemDraft("remark", id);
  const [isBusy, setBusy] = useState(false);
  const canMail = useAtomValue(sendsMailAtom) && email !== "";
  const [isByMail, setByMail] = useState(canMail);
  const form = useRef<HTMLFormElement>(null);
  useOffers({ write: { run: () => form.current?.querySelector("textarea")?.focus() } });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const text = remark.trim();
    // Without words there is nothing to send.
    const byMail = canMail && isByMail && text !== "";
    setBusy(true);
    const trouble = await handle({ id, remark: text, byMail });
    setBusy(false);
    if (trouble) {
      showToast("error", t(WORDS[trouble]));
      return;
    }
    setRemark("");
    showToast("success", t(byMail ? "left_mailed" : "left_handled", { email }));
  }

  return (
    <form ref={form} className={styles.answer} onSubmit={(event) => void submit(event)}>
      <FormField label={t("left_remark")} isRequired={false} fault={undefined}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={REMARK_LENGTH_MAX}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        )}
      </FormField>
      {canMail ? (
        <label className={styles.mail}>
          <input type="checkbox" checked={isByMail} onChange={(event) => setByMail(event.target.checked)} />
          <span>{t("left_mail", { email })}</span>
        </label>
      ) : null}
      <Button type="submit" look="primary" isBusy={isBusy}>
        {t("left_handle")}
      </Button>
    </form>
  );
}

import { Pencil } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { FormField } from "../../ui/FormField";
import { Input } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import type { Visitor } from "../../wire/agent";
import { useOffers } from "../keys/offers.atoms";
import { editVisitorAtom } from "../state/past.atoms";
import styles from "./VisitorPanel.module.css";

/** The longest name and telephone, in characters: Protocol, 'Visitors'. */
const NAME_CHARS_MAX = 100;
const PHONE_CHARS_MAX = 40;

export type EditVisitorProps = {
  userId: string;
  visitor: Visitor;
  /** Shows the panel if it is folded away. */
  onEnter: () => void;
};

/** Corrects the visitor's name and contact. What an agent wrote, the visitor's page no longer changes. */
export function EditVisitor({ userId, visitor, onEnter }: EditVisitorProps) {
  const { t } = useTranslation("desk");
  const edit = useSetAtom(editVisitorAtom);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const [said, setSaid] = useState({ userName: "", email: "", phone: "" });
  const before = { userName: visitor.name, email: visitor.email, phone: visitor.phone };

  function toggle() {
    setSaid(before);
    setWrong(false);
    setOpen(!isOpen);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    const all = ["userName", "email", "phone"] as const;
    const changed = all.filter((field) => said[field].trim() !== before[field]);
    if (changed.length === 0) {
      setOpen(false);
      return;
    }
    setBusy(true);
    const change = Object.fromEntries(changed.map((field) => [field, said[field].trim()]));
    const trouble = await edit({ userId, change });
    setBusy(false);
    setWrong(trouble === "wrong");
    if (trouble === "wrong") return;
    if (trouble) {
      showToast("error", t(`edit_${trouble}`));
      return;
    }
    showToast("success", t("edited"));
    setOpen(false);
  }
  const field = (name: keyof typeof said) => ({
    value: said[name],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => setSaid({ ...said, [name]: event.target.value }),
  });
  const section = useRef<HTMLElement>(null);
  useOffers({
    editVisitor: {
      run: () => {
        onEnter();
        if (!isOpen) flushSync(toggle);
        section.current?.querySelector("input")?.focus();
      },
    },
  });
  function leave() {
    flushSync(toggle);
    section.current?.querySelector("button")?.focus();
  }
  const corrected = visitor.visit.corrected.length > 0;
  return (
    <section
      ref={section}
      className={styles.edit}
      aria-label={t("edit")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.preventDefault();
        leave();
      }}
    >
      <Button look="outline" size="small" icon={<Pencil size={15} />} aria-expanded={isOpen} onClick={toggle}>
        {t("edit")}
      </Button>
      {corrected && !isOpen ? <p className={styles.hint}>{t("edit_corrected")}</p> : null}
      {isOpen ? (
        <form className={styles.transcript} noValidate onSubmit={(event) => void submit(event)}>
          <p className={styles.hint}>{t("edit_text")}</p>
          <FormField label={t("edit_name")} isRequired={false} fault={undefined}>
            {(control) => <Input {...control} {...field("userName")} maxLength={NAME_CHARS_MAX} />}
          </FormField>
          <FormField
            label={t("fact_email")}
            isRequired={false}
            fault={isWrong ? t("transcript_wrong") : undefined}
          >
            {(control) => <Input {...control} {...field("email")} type="email" inputMode="email" />}
          </FormField>
          <FormField label={t("fact_phone")} isRequired={false} fault={undefined}>
            {(control) => (
              <Input
                {...control}
                {...field("phone")}
                type="tel"
                inputMode="tel"
                maxLength={PHONE_CHARS_MAX}
              />
            )}
          </FormField>
          <span className={styles.deeds}>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {t("edit_save")}
            </Button>
            <Button look="quiet" onClick={leave}>
              {t("edit_cancel")}
            </Button>
          </span>
        </form>
      ) : null}
    </section>
  );
}

import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { FormField } from "../../ui/FormField";
import { Input, Select } from "../../ui/Input";
import { LoadingWords } from "../../ui/LoadingWords";
import { showToast } from "../../ui/toast";
import type { Group } from "../../wire/account";
import type { Receiver } from "../../wire/agent";
import { handOverAtom } from "../state/talk.atoms";
import styles from "./TalkHeader.module.css";
import { type KnownReceivers, useReceivers } from "./useReceivers";

/** Protocol, 'Texts': the limit of any message. */
const NOTE_LENGTH_MAX = 4000;

export type HandOverProps = {
  userId: string;
  /** Who was chosen before, such as `colleague:jo`; empty for nobody. */
  receiver: string;
  /** The visitor waits for an agent. */
  isWaiting?: boolean;
  onClose: () => void;
};

/**
 * Chooses the receiver of a conversation, with a note for its next agent. It is below the header, like the question
 * before ending.
 */
export function HandOver({ userId, receiver, isWaiting = false, onClose }: HandOverProps) {
  const { t } = useTranslation("desk");
  const handOver = useSetAtom(handOverAtom);
  const { receivers, again } = useReceivers();
  const [chosen, setChosen] = useState(receiver);
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const options = optionsOf(receivers);
  const free = options.filter(({ isFull }) => !isFull);
  const to = free.find(({ value }) => value === chosen) ?? free[0];

  useEffect(() => {
    // Whoever has chosen goes on with the note.
    if (receivers !== "loading")
      formRef.current
        ?.querySelector<HTMLElement>(receiver === "" ? "select, button" : "input, button")
        ?.focus();
  }, [receivers, receiver]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!to) return;
    setBusy(true);
    const { kind, id, name } = to;
    const trouble = await handOver({ userId, to: { kind, id }, note: note.trim() });
    setBusy(false);
    if (trouble === "nobody") {
      showToast("error", t("hand_over_nobody", { name }));
      again();
    } else if (trouble) showToast("error", t(`deed_${trouble}`));
    else {
      showToast("success", t("hand_over_done", { name }));
      onClose();
    }
  }

  return (
    <form
      ref={formRef}
      className={styles.question}
      aria-label={t("hand_over")}
      aria-busy={receivers === "loading"}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      {typeof receivers === "string" ? <Without why={receivers} onAgain={again} /> : null}
      {typeof receivers === "object" && !to ? <p>{t("hand_over_alone")}</p> : null}
      {typeof receivers === "object" && to ? (
        <>
          <FormField label={t("hand_over_to")} isRequired={false} fault={undefined}>
            {(control) => (
              <Select {...control} value={to.value} onChange={(event) => setChosen(event.target.value)}>
                <Options
                  label={t("hand_over_groups")}
                  options={options.filter(({ kind }) => kind === "group")}
                />
                <Options
                  label={t("hand_over_colleagues")}
                  options={options.filter(({ kind }) => kind === "colleague")}
                />
              </Select>
            )}
          </FormField>
          <div className={styles.note}>
            <FormField label={t("hand_over_note")} isRequired={false} fault={undefined}>
              {(control) => (
                <Input
                  {...control}
                  maxLength={NOTE_LENGTH_MAX}
                  value={note}
                  onChange={(event) => setNote(event.target.value)}
                />
              )}
            </FormField>
          </div>
        </>
      ) : null}
      <span className={styles.deeds}>
        {to ? (
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t("hand_over")}
          </Button>
        ) : null}
        <Button look="quiet" onClick={onClose}>
          {t(isWaiting ? "cancel" : "end_no")}
        </Button>
      </span>
    </form>
  );
}

function Without({ why, onAgain }: { why: "loading" | "failed"; onAgain: () => void }) {
  const { t } = useTranslation("desk");
  if (why === "loading") return <LoadingWords>{t("hand_over_loading")}</LoadingWords>;
  return (
    <>
      <p role="alert">{t("hand_over_failed")}</p>
      <Button look="outline" onClick={onAgain}>
        {t("try_again")}
      </Button>
    </>
  );
}

function Options({ label, options }: { label: string; options: readonly Option[] }) {
  const { t } = useTranslation("desk");
  if (options.length === 0) return null;
  return (
    <optgroup label={label}>
      {options.map(({ value, name, isFull }) => (
        <option key={value} value={value} disabled={isFull}>
          {isFull ? t("hand_over_full", { name }) : name}
        </option>
      ))}
    </optgroup>
  );
}

/** A possible receiver; a colleague without a free seat is full. */
export type Option = Receiver & { value: string; name: string; isFull: boolean };

export function optionsOf(receivers: KnownReceivers): readonly Option[] {
  if (typeof receivers === "string") return [];
  const option = (kind: Receiver["kind"], { id, name }: Group, isFull: boolean): Option => ({
    kind,
    id,
    name,
    isFull,
    value: `${kind}:${id}`,
  });
  return [
    ...receivers.groups.map((one) => option("group", one, false)),
    ...receivers.colleagues.map((one) => option("colleague", one, one.free === 0)),
  ];
}

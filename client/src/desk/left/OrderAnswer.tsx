import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { statusOf } from "../../features/work-order/orderWords";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { FormField, focusFirstFault } from "../../ui/FormField";
import { Select, TextArea } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import type { OrderStatus } from "../../wire/workOrder";
import { handleOrderAtom } from "../state/left.atoms";
import { servicesAtom } from "../state/services";
import styles from "./LeftPane.module.css";

/** Contract §3: as long as any message. */
const WORDS_LENGTH_MAX = 4000;

const KINDS = ["agent", "internal"] as const;
type Kind = (typeof KINDS)[number];

/** Where an order can be taken from here. */
const STATUSES: readonly OrderStatus[] = ["accepted", "waiting", "resolved", "closed"];

export type OrderAnswerProps = { id: string; status: OrderStatus };

/** An order is answered, or something is noted for colleagues; and it is moved on. */
export function OrderAnswer({ id, status }: OrderAnswerProps) {
  const { t } = useTranslation("desk");
  const { t: form } = useTranslation("form");
  const handle = useSetAtom(handleOrderAtom);
  const { newId } = useAtomValue(servicesAtom);
  const place = useRef<HTMLFormElement>(null);
  // Said again after a lost answer, it is said under the same id.
  const [sayId, setSayId] = useState(newId);
  const [kind, setKind] = useState<Kind>("agent");
  const [next, setNext] = useState<OrderStatus>(status === "new" ? "accepted" : status);
  const [words, setWords] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const isEmpty = words.trim() === "";
    setMissing(isEmpty);
    if (isEmpty) {
      focusFirstFault(place.current);
      return;
    }
    setBusy(true);
    const trouble = await handle({ sayId, id, kind, status: next, words: words.trim() });
    setBusy(false);
    if (trouble) {
      showToast("error", t(trouble === "gone" ? "left_gone" : "deed_unreachable"));
      return;
    }
    setSayId(newId());
    setWords("");
    showToast("success", t("left_sent"));
  }

  return (
    <form ref={place} className={styles.answer} onSubmit={(event) => void submit(event)}>
      <fieldset className={styles.kinds} aria-label={t("left_write")}>
        {KINDS.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`kind-${id}`}
              checked={kind === one}
              onChange={() => {
                setKind(one);
                setSayId(newId());
              }}
            />
            <span>{t(one === "agent" ? "left_reply" : "left_note")}</span>
          </label>
        ))}
      </fieldset>
      <FormField
        label={t(kind === "agent" ? "left_reply" : "left_note_hint")}
        isRequired
        fault={isMissing ? t("left_write") : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            // Said in its own words, beside the field.
            required={false}
            rows={4}
            maxLength={WORDS_LENGTH_MAX}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setMissing(false);
              setSayId(newId());
            }}
          />
        )}
      </FormField>
      <FormField label={t("left_status")} isRequired={false} fault={undefined}>
        {(control) => (
          <Select
            {...control}
            value={next}
            onChange={(event) => {
              const chosen = STATUSES.find((one) => one === event.target.value);
              if (chosen) setNext(chosen);
              setSayId(newId());
            }}
          >
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {form(statusOf(one).key)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <Button type="submit" look="primary" isBusy={isBusy}>
        {t(kind === "agent" ? "left_send" : "left_keep")}
      </Button>
    </form>
  );
}

import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CardView } from "../../features/message/CardView";
import { safeTarget, shownPicture } from "../../lib/links";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FormField, focusFirstFault } from "../../ui/FormField";
import { Input, Select, TextArea } from "../../ui/Input";
import type { Card, CardLook } from "../../wire/card";
import styles from "./Dialogs.module.css";

type Part = Exclude<keyof Card, "look">;

/** What each kind of card shows, in this order. */
const PARTS: Readonly<Record<CardLook, readonly Part[]>> = {
  link: ["title", "url", "subtitle", "description", "picture"],
  product: ["title", "price", "url", "description", "picture"],
  goods: ["title", "label", "url", "description", "picture"],
  order: ["title", "orderCode", "orderStatus", "orderTime", "url", "description", "picture"],
};
const LOOKS: readonly CardLook[] = ["link", "product", "goods", "order"];

const BLANK: Card = {
  look: "link",
  picture: "",
  title: "",
  subtitle: "",
  description: "",
  price: "",
  label: "",
  orderStatus: "",
  orderCode: "",
  orderTime: "",
  url: "",
};

/** The longest text of a part; the server's limit is larger. */
const CHARS_MAX = 500;

/** Returns what is wrong with a part of a card; undefined if nothing is. */
export function cardFault(
  card: Card,
  part: Part,
): "missing" | "address" | "picture" | "picture_host" | undefined {
  const value = card[part].trim();
  if (part === "title" && value === "") return "missing";
  if (part === "url" && card.look === "link" && value === "") return "missing";
  if (part === "url" && value !== "" && safeTarget(value) === undefined) return "address";
  if (part === "picture" && value !== "" && !/^(https:\/\/|\/(?!\/))\S+$/.test(value)) return "picture";
  // A picture that no page shows would leave the card without a word.
  if (part === "picture" && value !== "" && shownPicture(value) === "") return "picture_host";
  return undefined;
}

/** Writes a card, shows it as the visitor will see it, and sends it. */
export function CardDialog({ onSend, onClose }: { onSend: (card: Card) => void; onClose: () => void }) {
  const { t } = useTranslation("desk");
  const form = useRef<HTMLFormElement>(null);
  const [card, setCard] = useState(BLANK);
  const [isTried, setTried] = useState(false);
  const parts = PARTS[card.look];

  function send(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (parts.some((part) => cardFault(card, part) !== undefined)) return focusFirstFault(form.current);
    // Parts of another kind that were typed before do not belong to it.
    const own = Object.fromEntries(parts.map((part) => [part, card[part].trim()]));
    onSend({ ...BLANK, ...own, look: card.look });
    onClose();
  }

  return (
    <Dialog isOpen onClose={onClose} title={t("card_title")} closeLabel={t("close")}>
      <form ref={form} className={styles.form} noValidate onSubmit={send}>
        <FormField label={t("card_kind")} isRequired={false} fault={undefined}>
          {(control) => (
            <Select
              {...control}
              data-focus-first
              value={card.look}
              onChange={(event) =>
                setCard({ ...card, look: LOOKS.find((look) => look === event.target.value) ?? "link" })
              }
            >
              {LOOKS.map((look) => (
                <option key={look} value={look}>
                  {t(`card_${look}`)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        {parts.map((part) => {
          const fault = isTried ? cardFault(card, part) : undefined;
          const isRequired = part === "title" || (part === "url" && card.look === "link");
          const change = (value: string) => setCard({ ...card, [part]: value });
          return (
            <FormField
              key={part}
              label={t(`card_part_${part}`)}
              isRequired={isRequired}
              fault={fault && t(`card_fault_${fault}`)}
            >
              {(control) =>
                part === "description" ? (
                  <TextArea
                    {...control}
                    rows={2}
                    maxLength={CHARS_MAX}
                    value={card[part]}
                    onChange={(event) => change(event.target.value)}
                  />
                ) : (
                  <Input
                    {...control}
                    maxLength={part === "url" || part === "picture" ? 2_000 : CHARS_MAX}
                    inputMode={part === "url" || part === "picture" ? "url" : "text"}
                    value={card[part]}
                    onChange={(event) => change(event.target.value)}
                  />
                )
              }
            </FormField>
          );
        })}
        {card.title.trim() === "" ? null : (
          <section className={styles.preview} aria-label={t("preview")}>
            <CardView card={card} />
          </section>
        )}
        <div className={styles.foot}>
          <Button look="outline" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button look="primary" type="submit">
            {t("send")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { type FormEvent, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AttachmentList } from "../../features/attachments/AttachmentList";
import { useAttachments } from "../../features/attachments/useAttachments";
import { namer, type UploadPicture } from "../../session/leaveDesk";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { FormField, focusFirstFault } from "../../ui/FormField";
import { Select, TextArea } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import type { OrderStatus } from "../../wire/workOrder";
import { useOffers } from "../keys/offers.atoms";
import { handleOrderAtom } from "../state/items.atoms";
import { servicesAtom } from "../state/services";
import styles from "./ItemPane.module.css";
import { useItemDraft } from "./useItemDraft";

/** Protocol, 'Texts': the limit of any message. */
const WORDS_LENGTH_MAX = 4000;

const KINDS = ["agent", "internal"] as const;
type Kind = (typeof KINDS)[number];

/** The statuses that an agent can set. */
const STATUSES: readonly OrderStatus[] = ["accepted", "waiting", "resolved", "closed"];

/** Answers an order or adds an internal note, and sets its status. */
export function OrderAnswer({ id, visitor, status }: { id: string; visitor: string; status: OrderStatus }) {
  const { t } = useTranslation("desk");
  // The picture texts load with the form, not with the first picture.
  useTranslation(["form", "chat"]);
  const handle = useSetAtom(handleOrderAtom);
  const { newId } = useAtomValue(servicesAtom);
  const formRef = useRef<HTMLFormElement>(null);
  // A retry after a lost response uses the same id.
  const names = useMemo(() => namer(newId), [newId]);
  const attachments = useAttachments(useUpload(visitor));
  // A note that was begun must not become a reply to the visitor after a reload.
  const [noting, setNoting] = useItemDraft("kind", id);
  const kind: Kind = noting === "internal" ? "internal" : "agent";
  const setKind = (who: Kind) => setNoting(who === "internal" ? who : "");
  const [next, setNext] = useState<OrderStatus>(status === "new" ? "accepted" : status);
  const [text, setText] = useItemDraft("answer", id);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const write = (who: Kind) => ({
    run: () => {
      setKind(who);
      formRef.current?.querySelector("textarea")?.focus();
    },
  });
  useOffers({
    write: write("agent"),
    note: write("internal"),
    setOrderStatus: {
      choices: () =>
        STATUSES.map((one) => ({
          key: one,
          name: t(`item_status_${one}`),
          isOff: one === next,
          run: () => setNext(one),
        })),
    },
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const isEmpty = text.trim() === "";
    setMissing(isEmpty);
    if (isEmpty) {
      focusFirstFault(formRef.current);
      return;
    }
    setBusy(true);
    const said = { kind, status: next, text: text.trim(), files: attachments.files };
    const trouble = await handle({ sayId: names.of(said), id, ...said });
    setBusy(false);
    if (trouble) {
      showToast("error", t(trouble === "unreachable" ? "deed_unreachable" : "left_gone"));
      return;
    }
    names.forget();
    attachments.clear();
    setText("");
    showToast("success", t("left_sent"));
  }

  return (
    <form ref={formRef} className={styles.answer} onSubmit={(event) => void submit(event)}>
      <fieldset className={styles.kinds} aria-label={t("left_write")}>
        {KINDS.map((one) => (
          <label key={one}>
            <input type="radio" name={`kind-${id}`} checked={kind === one} onChange={() => setKind(one)} />
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
            // The form's own message is shown beside the field.
            required={false}
            rows={4}
            maxLength={WORDS_LENGTH_MAX}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setMissing(false);
            }}
          />
        )}
      </FormField>
      <AttachmentList attachments={attachments} />
      <FormField label={t("left_status")} isRequired={false} fault={undefined}>
        {(control) => (
          <Select
            {...control}
            value={next}
            onChange={(event) => {
              const chosen = STATUSES.find((one) => one === event.target.value);
              if (chosen) setNext(chosen);
            }}
          >
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {t(`item_status_${one}`)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <Button type="submit" look="primary" isBusy={isBusy} disabled={attachments.isSending}>
        {t(kind === "agent" ? "left_send" : "left_keep")}
      </Button>
    </form>
  );
}

/** Uploads pictures as the agent's own. They belong to the order once they are sent with an answer. */
function useUpload(visitor: string): UploadPicture {
  const { api } = useAtomValue(servicesAtom);
  return useCallback(
    async (file, onProgress, signal) => {
      const { url, name } = await api.upload(visitor, file, onProgress, signal);
      return { url, name: name || file.name };
    },
    [api, visitor],
  );
}

import { type FormEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { namer } from "../../session/leaveDesk";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { FormField, focusFirstFault } from "../../ui/FormField";
import { TextArea } from "../../ui/Input";
import { showToast } from "../../ui/toast";
import { useOffers } from "../keys/offers.atoms";
import { noteItemAtom } from "../state/openItem.atoms";
import { servicesAtom } from "../state/services";
import styles from "./ItemPane.module.css";
import { useItemDraft } from "./useItemDraft";

/** Protocol, 'Texts': the limit of any message. */
const WORDS_LENGTH_MAX = 4000;

/** Adds a note to a left message. The visitor never sees it. */
export function NoteForm({ id }: { id: string }) {
  const { t } = useTranslation("desk");
  const note = useSetAtom(noteItemAtom);
  const { newId } = useAtomValue(servicesAtom);
  const form = useRef<HTMLFormElement>(null);
  useOffers({ note: { run: () => form.current?.querySelector("textarea")?.focus() } });
  // A retry after a lost response uses the same id.
  const names = useMemo(() => namer(newId), [newId]);
  const [text, setText] = useItemDraft("note", id);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const words = text.trim();
    setMissing(words === "");
    if (words === "") {
      focusFirstFault(form.current);
      return;
    }
    setBusy(true);
    const trouble = await note({ noteId: names.of(words), id, text: words });
    setBusy(false);
    if (trouble) {
      showToast("error", t(trouble === "gone" ? "left_gone" : "deed_unreachable"));
      return;
    }
    names.forget();
    setText("");
  }

  return (
    <form ref={form} className={styles.answer} onSubmit={(event) => void submit(event)}>
      <FormField
        label={t("item_note_label")}
        isRequired={false}
        fault={isMissing ? t("left_write") : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={WORDS_LENGTH_MAX}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setMissing(false);
            }}
          />
        )}
      </FormField>
      <Button type="submit" look="outline" isBusy={isBusy}>
        {t("left_keep")}
      </Button>
    </form>
  );
}

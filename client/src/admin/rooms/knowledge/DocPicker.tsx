import { useState } from "react";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import fields from "../../form/fields/fields.module.css";
import { textOf } from "../../things/kinds";
import { useThings } from "../../things/useThings";
import { languageName } from "./languages";

export type PickedDoc = { docId: string; lang: string; question: string };

export type DocPickerProps = {
  label: string;
  robotNo: string;
  /** Proposed before anything is typed. */
  proposed?: readonly PickedDoc[];
  chosen: PickedDoc | undefined;
  onChoose: (doc: PickedDoc | undefined) => void;
  id?: string;
};

/** The longest search text: Protocol, 'Limits'. */
const SEARCH_MAX = 100;

/** Chooses a document by words that it contains. */
export function DocPicker({ label, robotNo, proposed = [], chosen, onChoose, id }: DocPickerProps) {
  const { t } = useTranslation("admin");
  const [typed, setTyped] = useState(chosen?.question ?? "");
  const isSearch = typed.trim() !== "" && typed !== chosen?.question;
  const { things = [] } = useThings("docs", {
    robotNo,
    search: isSearch ? typed.trim().slice(0, SEARCH_MAX) : "",
  });
  const found: PickedDoc[] = things.map((doc) => ({
    docId: textOf(doc, "docId"),
    lang: textOf(doc, "lang"),
    question: textOf(doc, "question"),
  }));
  const keyOf = (doc: PickedDoc) => `${doc.docId}/${doc.lang}`;
  const isProposed = new Set(proposed.map(keyOf));
  const offered = isSearch ? found : [...proposed, ...found.filter((doc) => !isProposed.has(keyOf(doc)))];
  return (
    <ComboBox
      aria-label={label}
      allowsCustomValue
      menuTrigger="focus"
      inputValue={typed}
      onInputChange={(text) => {
        setTyped(text);
        if (chosen && text !== chosen.question) onChoose(undefined);
      }}
      onSelectionChange={(key) => {
        const doc = offered.find((one) => keyOf(one) === key);
        if (!doc) return;
        setTyped(doc.question);
        onChoose(doc);
      }}
      items={offered.map((doc) => ({ ...doc, id: keyOf(doc) }))}
      defaultFilter={() => true}
    >
      <Input
        {...(id ? { id } : {})}
        className={fields.combo ?? ""}
        placeholder={t("kb_pick_example")}
        maxLength={1000}
        spellCheck={false}
      />
      <Popover className={fields.popover ?? ""}>
        <ListBox<PickedDoc & { id: string }> className={fields.options ?? ""}>
          {(doc) => (
            <ListBoxItem id={doc.id} textValue={doc.question} className={fields.option ?? ""}>
              <span dir="auto">{doc.question}</span>
              <span className={fields.note}>{languageName(doc.lang, t("kb_every_language"))}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

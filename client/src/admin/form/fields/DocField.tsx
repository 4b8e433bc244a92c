import { useState } from "react";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import { textOf } from "../../things/kinds";
import { useThings } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { useField, useValues } from "../editor";
import { FieldFrame } from "../FieldFrame";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";

/** A document or a flow of the channel's robot, found by its question or its id. */
export function DocField({ spec, path }: FieldProps<"doc">) {
  const { t, i18n } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  const robot = String(useValues("").robotNo ?? "");
  const chosen = typeof value === "string" ? value : "";
  const [typed, setTyped] = useState(chosen);
  const { things: docs = [] } = useThings("docs", { robotNo: robot, search: typed === chosen ? "" : typed });
  const { things: flows = [] } = useThings("flows");
  const found = new Map<string, string>();
  for (const doc of docs) found.set(textOf(doc, "docId"), textOf(doc, "question"));
  for (const flow of spec.isArticle ? [] : flows)
    if (textOf(flow, "robotNo") === robot)
      found.set(textOf(flow, "flowId"), t("doc_flow", { name: wordsIn(flow.name, i18n.language) }));

  return (
    <FieldFrame {...words} fault={fault}>
      {(control) => (
        <ComboBox
          aria-label={words.label}
          allowsCustomValue
          allowsEmptyCollection={false}
          menuTrigger="focus"
          inputValue={typed}
          onInputChange={(text) => {
            setTyped(text);
            change(text.trim());
          }}
          onSelectionChange={(key) => {
            if (key === null) return;
            setTyped(String(key));
            change(String(key));
          }}
          items={[...found].map(([id, question]) => ({ id, question }))}
          defaultFilter={() => true}
        >
          <Input {...control} className={styles.combo ?? ""} onBlur={blur} spellCheck={false} />
          <Popover className={styles.popover ?? ""}>
            <ListBox<{ id: string; question: string }> className={styles.options ?? ""}>
              {(one) => (
                <ListBoxItem id={one.id} textValue={one.id} className={styles.option ?? ""}>
                  <span dir="auto">{one.question}</span>
                  <span className={styles.note}>{one.id}</span>
                </ListBoxItem>
              )}
            </ListBox>
          </Popover>
        </ComboBox>
      )}
    </FieldFrame>
  );
}

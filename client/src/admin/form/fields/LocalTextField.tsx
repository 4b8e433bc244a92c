import { clsx } from "clsx";
import { useId, useRef } from "react";
import index from "../../../../../locales/index.json";
import type { Locale } from "../../../i18n/setup";
import { languageTag } from "../../../i18n/tags";
import { Input, TextArea } from "../../../ui/Input";
import { FieldFrame } from "../FieldFrame";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";
import { Inserts } from "./Inserts";
import { useLocalText } from "./useLocalText";

const isLocale = (code: string): code is Locale => Object.hasOwn(index, code);

/** A text with a tab for each language that has its own. */
export function LocalTextField({ spec, path }: FieldProps<"localText">) {
  const words = useSpecWords(spec);
  const panel = useId();
  const control = useRef<HTMLSpanElement>(null);
  const box = () => control.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  const { text, write, chosen, fallback, fault, blur, tabs } = useLocalText(path, words.label, () =>
    requestAnimationFrame(() => box()?.focus()),
  );
  const insert = (inserted: string) => {
    const typed = box();
    const [from, to] = [typed?.selectionStart ?? text.length, typed?.selectionEnd ?? text.length];
    write(text.slice(0, from) + inserted + text.slice(to));
    requestAnimationFrame(() => {
      typed?.focus();
      typed?.setSelectionRange(from + inserted.length, from + inserted.length);
    });
  };
  const props = {
    value: text,
    lang: isLocale(chosen) ? languageTag(chosen) : undefined,
    placeholder: fallback,
    onChange: (event: { target: { value: string } }) => write(event.target.value),
    onBlur: blur,
  };
  return (
    <FieldFrame {...words} fault={fault} aside={tabs}>
      {(frame) => (
        <span ref={control} id={panel} className={clsx(styles.localText, spec.isLong && styles.long)}>
          {spec.isLong ? <TextArea {...frame} {...props} rows={3} /> : <Input {...frame} {...props} />}
          {spec.inserts ? <Inserts inserts={spec.inserts} label={words.label} onInsert={insert} /> : null}
        </span>
      )}
    </FieldFrame>
  );
}

import { clsx } from "clsx";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import index from "../../../../../locales/index.json";
import type { Locale } from "../../../i18n/setup";
import { languageTag } from "../../../i18n/tags";
import { Input, TextArea } from "../../../ui/Input";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import { ALL, translationsOf, written } from "../localText";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";
import { Inserts } from "./Inserts";
import { LanguageTabs } from "./LanguageTabs";

const isLocale = (code: string): code is Locale => Object.hasOwn(index, code);

/** A text with a tab for each language that has its own; 'All languages' is the default. */
export function LocalTextField({ spec, path }: FieldProps<"localText">) {
  const { t, i18n } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, inner, blur } = useField(path);
  const texts = translationsOf(value);
  const [added, setAdded] = useState<readonly string[]>([]);
  const codes = [...new Set([ALL, ...Object.keys(texts), ...added])];
  const [wanted, setWanted] = useState<string>();
  const chosen = wanted ?? firstOf(texts, i18n.language);
  const panel = useId();
  const control = useRef<HTMLSpanElement>(null);
  const first = inner[0];

  const choose = (code: string) => setWanted(code);
  const add = (code: string) => {
    setAdded([...added, code]);
    setWanted(code);
    requestAnimationFrame(() => control.current?.querySelector<HTMLElement>("input, textarea")?.focus());
  };
  const insert = (text: string) => {
    const box = control.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    const whole = texts[chosen] ?? "";
    const [from, to] = [box?.selectionStart ?? whole.length, box?.selectionEnd ?? whole.length];
    change(written({ ...texts, [chosen]: whole.slice(0, from) + text + whole.slice(to) }));
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  const props = {
    value: texts[chosen] ?? "",
    lang: isLocale(chosen) ? languageTag(chosen) : undefined,
    placeholder: chosen === ALL ? undefined : texts[ALL],
    onChange: (event: { target: { value: string } }) =>
      change(written({ ...texts, [chosen]: event.target.value })),
    onBlur: blur,
  };
  return (
    <FieldFrame
      {...words}
      fault={fault ?? first?.message}
      aside={
        <LanguageTabs
          label={t("languages_of", { field: words.label })}
          codes={codes}
          chosen={chosen}
          filled={Object.keys(texts)}
          onChoose={choose}
          onAdd={add}
        />
      }
    >
      {(frame) => (
        <span ref={control} id={panel} className={clsx(styles.localText, spec.isLong && styles.long)}>
          {spec.isLong ? <TextArea {...frame} {...props} rows={3} /> : <Input {...frame} {...props} />}
          {spec.inserts ? (
            <Inserts inserts={spec.inserts} label={words.label} onInsert={(text) => insert(text)} />
          ) : null}
        </span>
      )}
    </FieldFrame>
  );
}

/** The language that is shown first: the text for all, the reader's, or any that is filled. */
function firstOf(texts: Readonly<Record<string, string>>, locale: string): string {
  if (texts[ALL] !== undefined) return ALL;
  if (texts[locale] !== undefined) return locale;
  return Object.keys(texts)[0] ?? ALL;
}

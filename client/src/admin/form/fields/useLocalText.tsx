import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Field, useField } from "../editor";
import { ALL, translationsOf, written } from "../localText";
import { LanguageTabs } from "./LanguageTabs";

/** A text with a tab for each language that has its own; 'All languages' is the default. */
export function useLocalText(path: string, label: string, onAdd?: () => void) {
  const { t, i18n } = useTranslation("admin");
  const field: Field = useField(path);
  const texts = translationsOf(field.value);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [wanted, setWanted] = useState<string>();
  const codes = [...new Set([ALL, ...Object.keys(texts), ...added])];
  const chosen = wanted ?? firstOf(texts, i18n.language);
  return {
    /** The language that is shown. */
    chosen,
    text: texts[chosen] ?? "",
    /** The text for all languages, which stands in for an empty one. */
    fallback: chosen === ALL ? undefined : texts[ALL],
    fault: field.fault ?? field.inner[0]?.message,
    blur: field.blur,
    write: (text: string) => field.change(written({ ...texts, [chosen]: text })),
    tabs: (
      <LanguageTabs
        label={t("languages_of", { field: label })}
        codes={codes}
        chosen={chosen}
        filled={Object.keys(texts)}
        onChoose={setWanted}
        onAdd={(code) => {
          setAdded([...added, code]);
          setWanted(code);
          onAdd?.();
        }}
      />
    ),
  };
}

/** The language that is shown first: the text for all, the reader's, or any that is filled. */
function firstOf(texts: Readonly<Record<string, string>>, locale: string): string {
  if (texts[ALL] !== undefined) return ALL;
  if (texts[locale] !== undefined) return locale;
  return Object.keys(texts)[0] ?? ALL;
}

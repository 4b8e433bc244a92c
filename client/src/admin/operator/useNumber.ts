import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";

/** Writes a number in the page's language. */
export function useNumber(): (value: number) => string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(languageTag(i18n.language));
  return (value) => format.format(value);
}

import { useTranslation } from "react-i18next";
import { localeOf } from "../i18n/choose";
import { changeLocale } from "../i18n/setup";
import { keptLocale } from "./keeping";

/** The page's language, and what changes it for this browser. */
export function useLanguage() {
  const { i18n } = useTranslation();
  const choose = (code: string) => {
    const locale = localeOf(code);
    if (!locale) return;
    keptLocale.write(locale);
    void changeLocale(i18n, locale);
  };
  return { language: localeOf(i18n.language) ?? "en", choose };
}

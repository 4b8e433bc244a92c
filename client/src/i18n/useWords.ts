import type { i18n } from "i18next";
import { useContext } from "react";
import { getI18n, I18nContext } from "react-i18next";

/**
 * The page's words, the same for as long as the page stands: what `useTranslation` hands out is another object after
 * each change of the language, and an effect that depended on it would begin again.
 */
export function useWords(): i18n {
  return useContext(I18nContext)?.i18n ?? getI18n();
}

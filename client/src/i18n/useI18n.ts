import type { i18n } from "i18next";
import { useContext } from "react";
import { getI18n, I18nContext } from "react-i18next";

/**
 * The page's i18next, always the same object. `useTranslation` returns a new `t` after each change of the language,
 * which would restart the effects that depend on it.
 */
export function useI18n(): i18n {
  return useContext(I18nContext)?.i18n ?? getI18n();
}

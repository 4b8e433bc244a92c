import { Languages } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "../../conversation/types";
import { wordsOf } from "../../conversation/words";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import {
  retryTranslationsAtom,
  translateMessageAtom,
  translationOfAtom,
  untranslatedAtom,
} from "../state/help.atoms";
import styles from "./Translation.module.css";

/** The translation of a message, below it. */
export function Translation({ entry }: { entry: Entry }) {
  const { t } = useTranslation("desk");
  const helped = useAtomValue(translationOfAtom)(entry.id);
  const retry = useSetAtom(retryTranslationsAtom);
  if (!helped) return null;
  switch (helped.phase) {
    case "asking":
      return <p className={styles.translation}>{t("translating")}</p>;
    case "failed":
      return (
        <p className={styles.translation}>
          {t(`help_${helped.trouble}`)}{" "}
          <button type="button" onClick={() => retry()}>
            {t("try_again")}
          </button>
        </p>
      );
    case "here":
      // A message in the agent's own language needs no second line.
      return helped.text.trim() === wordsOf(entry.content).trim() ? null : (
        <p className={styles.translation}>
          <Languages size={14} aria-hidden />
          <span className="visually-hidden">{t("translated")}</span>
          <span dir="auto">{helped.text}</span>
        </p>
      );
    default:
      return helped satisfies never;
  }
}

/** Translates the open conversation, one message after the other. */
export function useTranslations(): void {
  const next = useAtomValue(untranslatedAtom);
  const translate = useSetAtom(translateMessageAtom);
  useEffect(() => {
    if (next) void translate(next);
  }, [next, translate]);
}

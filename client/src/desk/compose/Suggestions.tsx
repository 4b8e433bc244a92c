import { X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import { FIELD_KEYS } from "../keys/actions";
import { isPress } from "../keys/press";
import {
  dismissSuggestionsAtom,
  findSuggestionsAtom,
  openQuestionAtom,
  suggestionsAtom,
} from "../state/suggestions.atoms";
import styles from "./Suggestions.module.css";

/** Shows answers of the robots' knowledge above the field; Alt and a digit, or a click, puts one into it. */
export function Suggestions({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation("desk");
  const found = useAtomValue(suggestionsAtom);
  const dismiss = useSetAtom(dismissSuggestionsAtom);
  useFinding();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = FIELD_KEYS.suggestion.keys.findIndex((written) => isPress(event, written));
      // Behind a dialog, the keys belong to it.
      const chosen = document.querySelector("dialog[open]") ? undefined : found[at];
      if (!chosen) return;
      event.preventDefault();
      onChoose(chosen.text);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [found, onChoose]);

  return (
    <>
      <span role="status" className="visually-hidden">
        {found.length === 0 ? null : t("suggested_count", { count: found.length })}
      </span>
      {found.length === 0 ? null : (
        <section className={styles.suggested} aria-label={t("suggested")}>
          <ol className={styles.list}>
            {found.map(({ key, question, text }, at) => (
              <li key={key}>
                <button type="button" className={styles.one} onClick={() => onChoose(text)}>
                  <kbd>{t("key_suggestion", { digit: at + 1 })}</kbd>
                  <bdi className={styles.question}>{question}</bdi>
                  <span className={styles.text} dir="auto">
                    {text}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          <IconButton label={t("suggested_close")} icon={<X size={16} />} onClick={() => dismiss()} />
        </section>
      )}
    </>
  );
}

/** Looks for answers to each new question; the next one aborts it. */
function useFinding(): void {
  const question = useAtomValue(openQuestionAtom);
  const find = useSetAtom(findSuggestionsAtom);
  const { id, text } = question ?? {};
  useEffect(() => {
    if (id === undefined || text === undefined) return;
    const asking = new AbortController();
    void find({ id, text, signal: asking.signal });
    return () => asking.abort();
  }, [id, text, find]);
}

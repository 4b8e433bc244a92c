import { clsx } from "clsx";
import { ChevronRight, RefreshCw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { safeLink, shownPicture } from "../../lib/links";
import type { FaqEntry } from "../../wire/channel";
import styles from "./FaqMenu.module.css";

/** Protocol, 'Times of the pages': questions per page. */
const BATCH = 5;

export type FaqMenuProps = {
  faq: FaqEntry;
  onAsk: (question: string, docId: string) => void;
  /** The card is part of a message, with its own title. */
  isInTalk?: boolean;
};

/** Shows frequent questions as a card: topics as tabs, five questions at a time, and a button for the next five. */
export function FaqMenu({ faq, onAsk, isInTalk = false }: FaqMenuProps) {
  const { t } = useTranslation();
  const [topic, setTopic] = useState(0);
  const [batch, setBatch] = useState(0);
  const questions = faq.groups[topic]?.questions ?? [];
  const batches = Math.ceil(questions.length / BATCH);
  const shown = questions.slice(batch * BATCH, (batch + 1) * BATCH);
  const link = safeLink(faq.link);
  const picture = shownPicture(faq.image);

  return (
    <section
      className={clsx(styles.card, "rising", isInTalk && styles.inTalk)}
      aria-label={faq.name || t("faq_title")}
    >
      {picture === "" ? null : <img className={styles.picture} src={picture} alt="" />}
      <header className={styles.header}>
        <h2 dir="auto">
          {link ? (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {faq.name || t("faq_title")}
            </a>
          ) : (
            faq.name || t("faq_title")
          )}
        </h2>
        {batches > 1 ? (
          <button type="button" className={styles.change} onClick={() => setBatch((batch + 1) % batches)}>
            <RefreshCw size={14} aria-hidden />
            {t("faq_change")}
          </button>
        ) : null}
      </header>
      {faq.groups.length > 1 ? (
        <div className={styles.tabs} role="tablist" aria-label={t("faq_tabs")}>
          {faq.groups.map((group, at) => (
            <button
              key={group.name}
              type="button"
              role="tab"
              aria-selected={at === topic}
              className={styles.tab}
              onClick={() => {
                setTopic(at);
                setBatch(0);
              }}
            >
              <bdi>{group.name}</bdi>
            </button>
          ))}
        </div>
      ) : null}
      <ul key={`${topic}-${batch}`} className={styles.questions}>
        {shown.map((each) => (
          <li key={each.docId || each.question}>
            <button
              type="button"
              className={styles.question}
              onClick={() => onAsk(each.question, each.docId)}
            >
              <span className={styles.words} dir="auto">
                {each.question}
              </span>
              <ChevronRight size={16} aria-hidden className={clsx(styles.chevron, "mirrored")} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { clsx } from "clsx";
import { ChevronDown, FileText, ThumbsDown, ThumbsUp } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ownPicture, safeLink } from "../../lib/links";
import type { Reference } from "../../wire/answer";
import type { Feedback as Opinion } from "../../wire/message";
import styles from "./AnswerFoot.module.css";
import type { AnswerViewProps } from "./AnswerView";

/** Shown below an answer: its sources, and whether it helped. */
export function AnswerFoot({ answer, entry, canRate, actions }: AnswerViewProps) {
  const isRated = answer.docId !== "" && answer.answerKind === "answer";
  return (
    <>
      {answer.references.length > 0 ? <Sources references={answer.references} /> : null}
      {isRated && (canRate || entry.feedback) && entry.feedback !== "hidden" ? (
        <Rating opinion={entry.feedback} onRate={(isUseful) => actions.onRate(entry.id, isUseful)} />
      ) : null}
    </>
  );
}

function Sources({ references }: { references: readonly Reference[] }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const list = useId();
  return (
    <div className={styles.sources}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t("robot_sources")}
        <span className={styles.count}>{references.length}</span>
        <ChevronDown size={14} aria-hidden className={clsx(isOpen && styles.turned)} />
      </button>
      <ul id={list} hidden={!isOpen}>
        {references.map((reference) => (
          <li key={reference.url}>
            <Source reference={reference} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A source whose URL is not allowed is shown as a name without a link. */
function Source({ reference }: { reference: Reference }) {
  const link = ownPicture(reference.url) || safeLink(reference.url);
  const inside = (
    <>
      <FileText size={14} aria-hidden />
      <bdi>{reference.name || reference.url.split("/").at(-1)}</bdi>
    </>
  );
  if (!link) return <span className={styles.source}>{inside}</span>;
  return (
    <a className={styles.source} href={link} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  );
}

type RatingProps = { opinion: Opinion | undefined; onRate: (isUseful: boolean) => void };

/** Protocol, 'Tips, articles, feedback': a rating cannot be changed. */
function Rating({ opinion, onRate }: RatingProps) {
  const { t } = useTranslation();
  const thumbs = [
    { says: "up", label: t("feedback_up"), icon: <ThumbsUp size={15} aria-hidden /> },
    { says: "down", label: t("feedback_down"), icon: <ThumbsDown size={15} aria-hidden /> },
  ] as const;
  return (
    <fieldset className={styles.rating} aria-label={t("feedback_label")}>
      {thumbs.map(({ says, label, icon }) =>
        opinion !== undefined && opinion !== says ? null : (
          <button
            key={says}
            type="button"
            className={styles.thumb}
            aria-label={label}
            aria-pressed={opinion === says}
            disabled={opinion !== undefined}
            onClick={() => onRate(says === "up")}
          >
            {icon}
          </button>
        ),
      )}
      {opinion === undefined ? null : (
        <span className={styles.thanks} role="status">
          {t("feedback_thanks")}
        </span>
      )}
    </fieldset>
  );
}

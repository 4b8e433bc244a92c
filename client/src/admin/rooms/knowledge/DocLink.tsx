import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useCopy } from "../../useCopy";
import styles from "./DocLink.module.css";
import { pages } from "./paths";
import { useRobot } from "./robot";
import type { Titles } from "./useTitles";

/** Forbids a line break. */
const WORD_JOINER = "\u2060";

export type DocLinkProps = {
  doc: string;
  /** The preferred language of the title. */
  lang: string;
  titles: Titles;
};

/** A document by its question, with its id to copy. */
export function DocLink({ doc, lang, titles }: DocLinkProps) {
  const { t } = useTranslation("admin");
  const { robotNo } = useRobot();
  const copy = useCopy();
  const title = titles.of(doc, lang);
  const label = t("kb_copy_id", { id: doc });
  return (
    <span>
      {title ? (
        <Link href={pages.document(robotNo, doc, title.lang)} className={styles.title ?? ""}>
          <bdi>{title.question}</bdi>
        </Link>
      ) : (
        <span className={styles.title}>{t(titles.isKnown ? "kb_doc_missing" : "kb_doc_some")}</span>
      )}
      {/* The icon stays on the line of the last word. */}
      {WORD_JOINER}
      <button
        type="button"
        className={styles.copy}
        aria-label={label}
        title={label}
        onClick={() => void copy(doc)}
      >
        <Copy size={14} aria-hidden />
      </button>
    </span>
  );
}

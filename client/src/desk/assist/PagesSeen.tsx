import { useTranslation } from "react-i18next";
import { safeLink } from "../../lib/links";
import { clockTime } from "../../lib/time";
import type { PageSeen } from "../../wire/visitor";
import { Section } from "./Section";
import styles from "./VisitorPanel.module.css";

/** Lists the pages of the shop that the visitor saw, the newest first. */
export function PagesSeen({ pages }: { pages: readonly PageSeen[] }) {
  const { t, i18n } = useTranslation("desk");
  if (pages.length === 0) return null;
  return (
    <Section id="pages" title={t("pages_title")}>
      <ol className={styles.past}>
        {pages.toReversed().map(({ url, title, at }) => (
          <li key={at} className={styles.seen}>
            <a href={safeLink(url)} target="_blank" rel="noopener noreferrer" dir="auto" title={url}>
              {title || url}
            </a>
            <span className={styles.counts}>{clockTime(at, i18n.language)}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

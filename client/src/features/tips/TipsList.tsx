import { clsx } from "clsx";
import { useTranslation } from "react-i18next";
import type { Tip } from "../../wire/page";
import { markedParts } from "./markedParts";
import styles from "./TipsList.module.css";
import type { Tips } from "./useTips";

/** Shows suggested questions above the composer. The composer does not move, and the caret stays in the field. */
export function TipsList({ tips, onPick }: { tips: Tips; onPick: (tip: Tip) => void }) {
  const { t } = useTranslation();
  return (
    <div
      id={tips.listId}
      role="listbox"
      aria-label={t("tips_label")}
      className={`${styles.list} rising`}
      onPointerEnter={() => tips.hold(true)}
      onPointerLeave={() => tips.hold(false)}
    >
      {tips.tips.map((tip, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys of the list
        <div
          key={`${tip.docId} ${tip.html}`}
          id={tips.optionId(at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === tips.active}
          className={clsx(styles.tip, at === tips.active && styles.active)}
          dir="auto"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(tip)}
        >
          {markedParts(tip.html).map((part) =>
            part.isMarked ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
          )}
        </div>
      ))}
    </div>
  );
}

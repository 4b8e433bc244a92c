import { ChevronRight, ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { safeLink } from "../../lib/links";
import type { FlowButton } from "../../wire/answer";
import styles from "./FlowButtons.module.css";

export type FlowButtonsProps = {
  buttons: readonly FlowButton[];
  onChoose: (button: FlowButton) => void;
};

/**
 * Shows the buttons that continue a flow. A tapped one becomes the visitor's message. Protocol, 'Answers', itemList and
 * btnList.
 */
export function FlowButtons({ buttons, onChoose }: FlowButtonsProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.buttons} aria-label={t("robot_suggestions")}>
      {buttons.map((button) => {
        const link = safeLink(button.link);
        return (
          <li key={`${button.id}|${button.itemId}|${button.name}`}>
            {link ? (
              <a className={styles.button} href={link} target="_blank" rel="noopener noreferrer">
                <span dir="auto">{button.name}</span>
                <ExternalLink size={16} aria-hidden className="mirrored" />
              </a>
            ) : (
              <button type="button" className={styles.button} onClick={() => onChoose(button)}>
                <span dir="auto">{button.name}</span>
                <ChevronRight size={16} aria-hidden className="mirrored" />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

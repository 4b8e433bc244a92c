import { useTranslation } from "react-i18next";
import { LinkedText } from "../../ui/LinkedText";
import styles from "./AnswerView.module.css";
import { Bubble } from "./Bubble";

export type TipsCardProps = {
  tips: readonly { text: string; btnList: readonly string[] }[];
  onSay: (text: string) => void;
};

/** Shows the channel's suggestions for a first message: Protocol, 'Configuration', autoTip. */
export function TipsCard({ tips, onSay }: TipsCardProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.tips} aria-label={t("tips_title")}>
      {tips.map((tip) => (
        <div key={tip.text} className={styles.tip}>
          <Bubble isMine={false}>
            <LinkedText text={tip.text} />
          </Bubble>
          <ul className={styles.chips}>
            {tip.btnList.map((text) => (
              <li key={text}>
                <button type="button" className={styles.chip} dir="auto" onClick={() => onSay(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

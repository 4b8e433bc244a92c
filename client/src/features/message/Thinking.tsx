import { useTranslation } from "react-i18next";
import { Avatar } from "../../ui/Avatar";
import { Dots } from "../../ui/Dots";
import { Bubble } from "./Bubble";
import styles from "./MessageRow.module.css";

/** Shows that an answer is coming. */
export function Thinking({ who, name, face }: { who: "robot" | "agent"; name: string; face: string }) {
  const { t } = useTranslation();
  return (
    <div className={`${styles.row} ${styles.first}`}>
      <Avatar src={face} name={name} size={28} />
      <div className={styles.stack}>
        <Bubble isMine={false}>
          <Dots />
          <span className="visually-hidden">
            {t(who === "robot" ? "robot_thinking" : "agent_typing", { name })}
          </span>
        </Bubble>
      </div>
    </div>
  );
}

import { useTranslation } from "react-i18next";
import type { Agent } from "../../conversation/types";
import { Avatar } from "../../ui/Avatar";
import styles from "./AgentCard.module.css";

/** Introduces the agent who has taken over, with an animation. */
export function AgentCard({ agent }: { agent: Agent }) {
  const { t } = useTranslation();
  return (
    <div className={styles.card}>
      <Avatar src={agent.face} name={agent.nick} size={48} />
      <div className={styles.words}>
        <p className={styles.name}>{t("agent_connected", { name: agent.nick })}</p>
        {agent.signature === "" ? null : (
          <p className={styles.signature}>
            <bdi>{agent.signature}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}

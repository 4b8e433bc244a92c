import { UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../ui/Avatar";
import type { AgentCard } from "../../wire/session";
import styles from "./SideBar.module.css";

/** Shows the visitor's agent and how else to reach them. */
export function BusinessCard({ agent }: { agent: AgentCard | undefined }) {
  const { t } = useTranslation();
  if (!agent) {
    return (
      <div className={styles.nobody}>
        <UserRound size={28} aria-hidden />
        <p>{t("agent_card_none")}</p>
      </div>
    );
  }
  const rows = [
    { name: t("agent_card_phone"), text: agent.phone, link: `tel:${agent.phone}` },
    { name: t("agent_card_mobile"), text: agent.mobile, link: `tel:${agent.mobile}` },
    { name: t("agent_card_email"), text: agent.email, link: `mailto:${agent.email}` },
    { name: t("agent_card_qq"), text: agent.qq, link: "" },
    { name: t("agent_card_wechat"), text: agent.wechat, link: "" },
  ].filter((row) => row.text !== "");
  return (
    <section className={`${styles.card} rising`} aria-label={t("agent_card")}>
      <Avatar src={agent.face} name={agent.nick} size={64} />
      <p className={styles.nick}>
        <bdi>{agent.nick}</bdi>
      </p>
      {agent.signature === "" ? null : (
        <p className={styles.signature}>
          <bdi>{agent.signature}</bdi>
        </p>
      )}
      {rows.length > 0 ? (
        <dl className={styles.rows}>
          {rows.map(({ name, text, link }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{link === "" ? <bdi>{text}</bdi> : <a href={link}>{text}</a>}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}

import { useTranslation } from "react-i18next";
import { Avatar } from "../../../ui/Avatar";
import { Pill } from "../../../ui/Pill";
import type { Thing } from "../../../wire/things";
import { Row } from "../../list/Rows";
import { keyOf, pageOf, textOf } from "../../things/kinds";
import styles from "./people.module.css";
import { isOnline, type Seats } from "./useSeats";

/** Faces shown of a group. */
const FACES = 4;

export type GroupRowProps = {
  id: string;
  name: string;
  /** Undefined until the agents are known. */
  members: readonly Thing[] | undefined;
  seats: Seats | undefined;
};

/** A group with its agents, and whether visitors reach one of them now. */
export function GroupRow({ id, name, members, seats }: GroupRowProps) {
  const { t } = useTranslation("admin");
  const working = members?.filter((agent) => agent.disabled !== 1);
  const online = seats
    ? working?.filter((agent) => isOnline(seats, keyOf("agents", agent))).length
    : undefined;
  return (
    <Row
      to={pageOf("groups", id)}
      name={name || id}
      note={
        members &&
        (members.length === 0 ? t("group_no_agents") : t("group_agents", { count: members.length }))
      }
      facts={
        <span className={styles.faces}>
          {members?.slice(0, FACES).map((agent) => (
            <Avatar
              key={keyOf("agents", agent)}
              src={textOf(agent, "adminFace")}
              name={textOf(agent, "adminNick") || textOf(agent, "account")}
              size={28}
            />
          ))}
          {members && members.length > FACES ? <span>+{members.length - FACES}</span> : null}
        </span>
      }
      pill={
        online === undefined ? null : online > 0 ? (
          <Pill tone="good" text={t("group_online", { count: online })} />
        ) : (
          <Pill tone="over" text={t("group_nobody")} />
        )
      }
    />
  );
}

import { memo, useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../ui/Avatar";
import type { WallAgent } from "../../wire/wall";
import { useNow } from "../useNow";
import { useSpan } from "./useSpan";
import styles from "./Wall.module.css";
import type { Looked } from "./WallPanel";
import { byNeed, type Wall } from "./wall";

/** Agents as compact rows, those who may need help first. A row opens what a supervisor can do. */
export function Agents({ wall, onLook }: { wall: Wall; onLook: (looked: Looked) => void }) {
  const { t } = useTranslation("desk");
  const agents = useDeferredValue(wall.agents);
  const sorted = useMemo(() => byNeed(agents), [agents]);
  return (
    <section className={styles.part} aria-label={t("wall_agents")}>
      <h2>{t("wall_agents")}</h2>
      {sorted.length === 0 ? <p className={styles.none}>{t("wall_no_agents")}</p> : null}
      <ul className={styles.agents}>
        {sorted.map((agent) => (
          <AgentRow key={agent.id} agent={agent} ahead={wall.at - wall.heardAt} onLook={onLook} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = { agent: WallAgent; ahead: number; onLook: (looked: Looked) => void };

const AgentRow = memo(
  function AgentRow({ agent, ahead, onLook }: RowProps) {
    const { t } = useTranslation("desk");
    const { id, name, face, status, since, conversations, capacity } = agent;
    return (
      <li>
        <button type="button" className={styles.agent} onClick={() => onLook({ kind: "agent", id })}>
          <Avatar src={face} name={name} size={32} />
          <bdi className={styles.nick}>{name}</bdi>
          <span className={styles.status} data-status={status}>
            {t(`wall_status_${status}`)}
          </span>
          <InState since={since - ahead} />
          <span className={styles.load} data-full={conversations >= capacity ? "" : undefined}>
            <span aria-hidden="true">
              {conversations}/{capacity}
            </span>
            <span className="visually-hidden">{t("capacity_title", { taken: conversations, capacity })}</span>
          </span>
        </button>
      </li>
    );
  },
  (before, after) =>
    before.agent === after.agent &&
    before.onLook === after.onLook &&
    Math.abs(before.ahead - after.ahead) < CLOCK_DRIFT_MS,
);

/** A smaller change of the two clocks' distance draws no row again. */
const CLOCK_DRIFT_MS = 2_000;

/** How long they have been in this state, by this page's clock. */
function InState({ since }: { since: number }) {
  const span = useSpan();
  return <span className={styles.since}>{span(Math.max(0, useNow() - since))}</span>;
}

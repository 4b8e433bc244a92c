import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReportPeriod } from "../../api/supervising";
import type { AgentTime } from "../../wire/report";
import { Choice } from "../search/Choice";
import { Files } from "./Files";
import styles from "./Reports.module.css";
import { useFormats } from "./useFormats";

/** How long agents were online, in conversations, busy and away: all of them or one, and as files. */
export function AgentsTime({ agents, period }: { agents: readonly AgentTime[]; period: ReportPeriod }) {
  const { t } = useTranslation("desk");
  const { span } = useFormats();
  const [chosen, setChosen] = useState("");
  // An agent who is not in the period any more is not chosen any more.
  const only = agents.some(({ id }) => id === chosen) ? chosen : "";
  const byName = agents.toSorted((one, other) => one.name.localeCompare(other.name));
  const sorted = agents
    .filter(({ id }) => only === "" || id === only)
    .toSorted((one, other) => other.online - one.online || (one.id < other.id ? -1 : 1));
  return (
    <section className={styles.divided}>
      <h2>{t("reports_time")}</h2>
      <div className={styles.tools}>
        <Choice
          label={t("by_agent")}
          value={only}
          onValue={setChosen}
          options={[["", t("search_any")], ...byName.map(({ id, name }) => [id, name] as const)]}
        />
        {/* Time has no channel. */}
        <Files period={{ ...period, channelId: "" }} of={[{ what: "agents", adminId: only }]} />
      </div>
      {sorted.length === 0 ? <p className={styles.none}>{t("reports_time_none")}</p> : null}
      {sorted.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by the keyboard
        <section className={styles.scrolls} aria-label={t("reports_time")} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t("by_agent")}</th>
                <th scope="col">{t("status_online")}</th>
                <th scope="col">{t("time_chatting")}</th>
                <th scope="col">{t("status_busy")}</th>
                <th scope="col">{t("wall_status_away")}</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(({ id, name, online, busy, away, chatting }) => (
                <tr key={id}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  {[online, chatting, busy, away].map((seconds, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the four columns never move
                    <td key={at}>{span(seconds * 1000)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

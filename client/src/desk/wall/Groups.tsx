import { useTranslation } from "react-i18next";
import type { WallGroup } from "../../wire/wall";
import { useNow } from "../useNow";
import { Rescues } from "./Rescues";
import { useSpan } from "./useSpan";
import styles from "./Wall.module.css";
import type { Looked } from "./WallPanel";
import { alarmsOf, byWait, serverNow, type Wall } from "./wall";

/** The queue of each group. Its row opens who waits. */
export function Groups({ wall, onLook }: { wall: Wall; onLook: (looked: Looked) => void }) {
  const { t } = useTranslation("desk");
  return (
    <section className={styles.part} aria-label={t("wall_groups")}>
      <h2>{t("wall_groups")}</h2>
      {wall.groups.length === 0 ? <p className={styles.none}>{t("wall_no_groups")}</p> : null}
      <div className={styles.scrolls}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("wall_group")}</th>
              <th scope="col">{t("wall_waiting")}</th>
              <th scope="col">{t("wall_longest")}</th>
              <th scope="col">{t("wall_online")}</th>
              <th scope="col">{t("wall_load")}</th>
              <th scope="col" title={t("wall_right_hint")}>
                {t("wall_right")}
              </th>
            </tr>
          </thead>
          <tbody>
            {byWait(wall.groups).map((group) => (
              <GroupRow key={group.id} group={group} wall={wall} onLook={onLook} />
            ))}
          </tbody>
        </table>
      </div>
      <Rescues wall={wall} />
    </section>
  );
}

type RowProps = { group: WallGroup; wall: Wall; onLook: (looked: Looked) => void };

function GroupRow({ group, wall, onLook }: RowProps) {
  const { t } = useTranslation("desk");
  const span = useSpan();
  const now = useNow();
  const alarms = alarmsOf(wall.alarms, group.id);
  const name = group.name || t("wall_everybody");
  const wait = group.oldestSince === undefined ? undefined : serverNow(wall, now) - group.oldestSince;
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.open} onClick={() => onLook({ kind: "group", id: group.id })}>
          <bdi>{name}</bdi>
        </button>
      </th>
      <td data-tone={alarms.has("waiting") ? "amber" : undefined}>{group.waiting}</td>
      <td data-tone={alarms.has("oldestWait") ? "red" : undefined}>
        {wait === undefined ? "–" : span(wait)}
      </td>
      <td data-tone={alarms.has("noAgent") ? "red" : undefined}>
        {group.online}
        {group.away > 0 ? <small> {t("wall_away_count", { count: group.away })}</small> : null}
      </td>
      <td>{t("wall_of", { taken: group.talking, capacity: group.seats })}</td>
      <td>{group.rightShare === undefined ? "–" : t("percent", { value: group.rightShare })}</td>
    </tr>
  );
}

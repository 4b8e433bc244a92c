import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { useNow } from "../useNow";
import { useSpan } from "./useSpan";
import styles from "./Wall.module.css";
import { longestWait, type Wall } from "./wall";

type Figure = { id: string; name: string; value: string; tone?: "amber" | "red" | undefined };

/** The numbers of now and of today, readable from five metres. */
export function Figures({ wall }: { wall: Wall }) {
  const { t } = useTranslation("desk");
  return (
    <div className={styles.figures}>
      <List label={t("wall_now")} figures={useNowFigures(wall)} />
      <List label={t("wall_today")} figures={useTodayFigures(wall)} />
    </div>
  );
}

function List({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      <dl className={styles.numbers}>
        {figures.map(({ id, name, value, tone }) => (
          <div key={id} data-tone={tone}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function useNowFigures(wall: Wall): readonly Figure[] {
  const { t, i18n } = useTranslation("desk");
  const span = useSpan();
  const number = new Intl.NumberFormat(languageTag(i18n.language));
  const longest = longestWait(wall, useNow());
  const has = (...kinds: readonly string[]) => wall.alarms.some(({ kind }) => kinds.includes(kind));
  const waiting = total(wall.groups, "waiting");
  const present = wall.agents.filter(({ status }) => status === "online");
  const free = present.reduce((sum, one) => sum + Math.max(0, one.capacity - one.conversations), 0);
  const talking = total(wall.agents, "conversations");
  return [
    {
      id: "waiting",
      name: t("wall_waiting"),
      value: number.format(waiting),
      tone: has("waiting") ? "amber" : undefined,
    },
    {
      id: "longest",
      name: t("wall_longest"),
      value: longest > 0 ? span(longest) : "–",
      tone: has("oldestWait") ? "red" : undefined,
    },
    {
      id: "online",
      name: t("wall_online"),
      value: number.format(present.length),
      tone: has("noAgent") ? "red" : undefined,
    },
    { id: "free", name: t("wall_free"), value: number.format(free) },
    { id: "talking", name: t("wall_talking"), value: number.format(talking) },
  ];
}

function useTodayFigures({ today, alarms }: Wall): readonly Figure[] {
  const { t, i18n } = useTranslation("desk");
  const span = useSpan();
  const number = new Intl.NumberFormat(languageTag(i18n.language), { maximumFractionDigits: 1 });
  const median = (of: { median?: number | undefined }) => (of.median === undefined ? "–" : span(of.median));
  return [
    { id: "sessions", name: t("wall_sessions"), value: number.format(today.sessions) },
    { id: "answered", name: t("wall_answered"), value: number.format(today.answered) },
    {
      id: "missed",
      name: t("wall_missed"),
      value: number.format(today.missed + today.abandoned),
      tone: alarms.some(({ kind }) => kind === "missed") ? "amber" : undefined,
    },
    { id: "wait", name: t("wall_median_wait"), value: median(today.waiting) },
    { id: "first", name: t("wall_first_answer"), value: median(today.firstAnswer) },
    {
      id: "stars",
      name: t("wall_stars"),
      value: today.ratings > 0 ? number.format(today.stars / today.ratings) : "–",
    },
  ];
}

function total<K extends string>(rows: readonly Record<K, number>[], field: K): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

import { clsx } from "clsx";
import { useTranslation } from "react-i18next";
import type { Numbers, Report } from "../../wire/report";
import { changeOf, FEW, share, shareWithin } from "./measures";
import styles from "./Reports.module.css";
import { useFormats } from "./useFormats";

type Figure = {
  id: string;
  name: string;
  value: string;
  /** What stands behind it. */
  detail: string;
  /** The number of conversations behind it. */
  of: number;
  change: number | undefined;
  onShow?: (() => void) | undefined;
};

export type TotalsProps = { report: Report; onShow: (which: { missed?: 1 }) => void };

/** The numbers of the whole period, each with what stands behind it and its change from the days before. */
export function Totals({ report, onShow }: TotalsProps) {
  const { t } = useTranslation("desk");
  const { change } = useFormats();
  return (
    <section aria-label={t("reports_totals")}>
      <ul className={styles.cards}>
        {useFigures(report, onShow).map(({ id, name, value, detail, of, change: by, onShow: show }) => (
          <li key={id} className={clsx(of < FEW && styles.few)}>
            <p className={styles.name}>{name}</p>
            <p className={styles.value}>
              {show ? (
                <button type="button" onClick={show} title={t("report_list")}>
                  {value}
                </button>
              ) : (
                value
              )}
            </p>
            <p className={styles.detail}>{detail}</p>
            {by === undefined ? null : (
              <p className={styles.detail}>{t("report_before", { change: change(by) || "0 %" })}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function useFigures({ total, before }: Report, onShow: TotalsProps["onShow"]): readonly Figure[] {
  const { t } = useTranslation("desk");
  const f = useFormats();
  const from = (read: (numbers: Numbers) => number | undefined) => {
    const [now, then] = [read(total), before && read(before)];
    return now === undefined || then === undefined ? undefined : changeOf(now, then);
  };
  const spans = (id: "waiting" | "firstAnswer" | "nextAnswer" | "resolution"): Figure => {
    const within = shareWithin(total[id]);
    const { p90 } = total[id];
    const details = [
      p90 === undefined ? "" : t("report_p90", { time: f.span(p90) }),
      within === undefined ? "" : t("report_within", { share: f.share(within) }),
    ];
    return {
      id,
      name: t(`report_${id}`),
      value: f.span(total[id].median),
      detail: details.filter((detail) => detail !== "").join(" · ") || t("report_none"),
      of: total[id].count,
      change: from((numbers) => numbers[id].median),
    };
  };
  const shared = (key: "report_unknown" | "report_rated", of: number | undefined) =>
    of === undefined ? t("report_none") : t(key, { share: f.share(of) });
  const lost = total.missed + total.abandoned;
  return [
    {
      id: "sessions",
      name: t("report_sessions"),
      value: f.count(total.sessions),
      detail: t("report_asked_count", { count: total.asked, shown: f.count(total.asked) }),
      of: total.sessions,
      change: from(({ sessions }) => sessions),
      onShow: total.sessions > 0 ? () => onShow({}) : undefined,
    },
    {
      id: "missed",
      name: t("report_missed"),
      value: f.count(lost),
      detail: t("report_missed_parts", {
        missed: f.count(total.missed),
        abandoned: f.count(total.abandoned),
      }),
      of: total.asked,
      change: from(({ missed, abandoned }) => missed + abandoned),
      onShow: lost > 0 ? () => onShow({ missed: 1 }) : undefined,
    },
    spans("waiting"),
    spans("firstAnswer"),
    spans("nextAnswer"),
    spans("resolution"),
    {
      id: "robot",
      name: t("report_robot"),
      value: f.share(share(total.robotResolved, total.robotAsked)),
      detail: shared("report_unknown", share(total.robotUnknown, total.robotAnswers)),
      of: total.robotAsked,
      change: undefined,
    },
    {
      id: "stars",
      name: t("report_stars"),
      value: f.stars(total.ratings > 0 ? total.stars / total.ratings : undefined),
      detail: shared("report_rated", share(total.ratings, total.sessions)),
      of: total.ratings,
      change: undefined,
    },
    {
      id: "rescues",
      name: t("report_rescues"),
      value: f.count(total.rescues),
      detail: t("report_rescues_hint"),
      of: total.sessions,
      change: from(({ rescues }) => rescues),
    },
  ];
}

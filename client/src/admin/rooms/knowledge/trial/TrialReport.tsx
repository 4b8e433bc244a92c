import { ArrowRight, TrendingDown, TrendingUp, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button";
import { Pill } from "../../../../ui/Pill";
import common from "../../../common.module.css";
import { DocLink } from "../DocLink";
import { type Titles, useTitles } from "../useTitles";
import type { Outcome, Report, Tried } from "./report";
import styles from "./TrialReport.module.css";

/** Entries shown before 'show all'. */
const SHOWN = 5;

export type TrialReportProps = {
  report: Report;
  /** Nothing is changed: there is no before and after. */
  isAsItIs?: boolean;
};

/** What the test questions say: how many are right, and which get better, worse or stay wrong. */
export function TrialReport({ report, isAsItIs = false }: TrialReportProps) {
  const { t } = useTranslation("admin");
  const { total, rightBefore, rightAfter, better, worse, failing, betterTotal, worseTotal } = report;
  const told = [...better, ...worse, ...failing];
  const titles = useTitles(told.flatMap((one) => [one.doc, one.after.doc]));
  if (total === 0) return <p className={styles.words}>{t("kb_report_none")}</p>;
  const shared = { titles, isAsItIs };
  const stillFailing = failing.filter((one) => !worse.some((other) => other.id === one.id));
  return (
    <div className={styles.report}>
      <p className={styles.sum}>
        {isAsItIs
          ? t("kb_report_right", { right: rightAfter, total })
          : t("kb_report_change", { before: rightBefore, after: rightAfter, total })}
      </p>
      {!isAsItIs && betterTotal === 0 && worseTotal === 0 ? (
        <p className={styles.words}>{t("kb_report_same")}</p>
      ) : null}
      <Part {...shared} tone="worse" title={t("kb_report_worse", { count: worseTotal })} list={worse} />
      <Part {...shared} tone="better" title={t("kb_report_better", { count: betterTotal })} list={better} />
      <Part
        {...shared}
        tone="failing"
        title={t(isAsItIs ? "kb_report_failing" : "kb_report_still", { count: stillFailing.length })}
        list={stillFailing}
      />
      {isAsItIs && failing.length === 0 ? <p className={styles.words}>{t("kb_report_all_right")}</p> : null}
    </div>
  );
}

const ICONS = { better: TrendingUp, worse: TrendingDown, failing: TriangleAlert };

type PartProps = {
  title: string;
  tone: keyof typeof ICONS;
  list: readonly Tried[];
  titles: Titles;
  isAsItIs: boolean;
};

function Part({ title, tone, list, titles, isAsItIs }: PartProps) {
  const { t } = useTranslation("admin");
  const [isAll, setAll] = useState(false);
  if (list.length === 0) return null;
  const Icon = ICONS[tone];
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.title} data-tone={tone}>
        <Icon size={16} aria-hidden />
        {title}
      </h3>
      <ul className={styles.list}>
        {(isAll ? list : list.slice(0, SHOWN)).map((one) => (
          <li key={one.id} className={styles.entry}>
            <p dir="auto">{one.question}</p>
            <p className={common.row}>
              {isAsItIs || tone === "failing" ? null : (
                <>
                  <Verdict outcome={one.before} />
                  <ArrowRight size={14} aria-hidden className={styles.arrow} />
                </>
              )}
              <Verdict outcome={one.after} />
              <Expected tried={one} titles={titles} />
            </p>
          </li>
        ))}
      </ul>
      {list.length > SHOWN && !isAll ? (
        <Button look="quiet" size="small" onClick={() => setAll(true)}>
          {t("kb_show_all", { count: list.length })}
        </Button>
      ) : null}
    </section>
  );
}

const TONES = { right: "good", near: "new", missed: "urgent", wrong: "urgent" } as const;

export function Verdict({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation("admin");
  return <Pill text={t(`kb_verdict_${outcome.verdict}`)} tone={TONES[outcome.verdict]} />;
}

/** What it should be, and what it is. */
function Expected({ tried, titles }: { tried: Tried; titles: Titles }) {
  const { t } = useTranslation("admin");
  const link = (doc: string) => <DocLink doc={doc} lang={tried.language} titles={titles} />;
  const { doc } = tried.after;
  return (
    <span className={styles.words}>
      {tried.doc === "" ? (
        t("kb_expected_none")
      ) : (
        <>
          {t("kb_expected")} {link(tried.doc)}
        </>
      )}
      {doc !== "" && doc !== tried.doc ? (
        <>
          {" · "}
          {t("kb_instead")} {link(doc)}
        </>
      ) : null}
    </span>
  );
}

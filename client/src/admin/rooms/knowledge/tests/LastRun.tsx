import { useTranslation } from "react-i18next";
import { When } from "../../../shell/When";
import { Progress } from "../jobs/Progress";
import styles from "../lists.module.css";
import { TrialReport } from "../trial/TrialReport";
import type { Runs } from "./useRuns";

/** What the last run said, compared with the one before. */
export function LastRun({ runs }: { runs: Runs }) {
  const { t } = useTranslation("admin");
  const { report, change, isRunning, trouble } = runs;
  if (isRunning) return <Progress label={t("kb_check_running")} done={runs.done} total={runs.total} />;
  if (trouble) return <p role="alert">{trouble}</p>;
  if (!report) return null;
  return (
    <section className={styles.card} aria-labelledby="kb-last-run">
      <div className={styles.buttons}>
        <h2 id="kb-last-run" className={styles.heading}>
          {t("kb_tests_last")}
        </h2>
        <span className={styles.count}>{runs.endedAt ? <When at={runs.endedAt} /> : null}</span>
      </div>
      {change ? (
        <>
          <p className={styles.words}>{t("kb_tests_since")}</p>
          <TrialReport report={change} />
        </>
      ) : (
        <TrialReport report={report} isAsItIs />
      )}
    </section>
  );
}

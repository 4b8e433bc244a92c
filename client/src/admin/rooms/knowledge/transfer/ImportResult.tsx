import { CircleAlert, CircleCheck, Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { saveFile } from "../../../../lib/download";
import { Button } from "../../../../ui/Button";
import type { Job } from "../../../../wire/admin";
import { Progress } from "../jobs/Progress";
import styles from "../lists.module.css";
import { pages } from "../paths";
import { useRobot } from "../robot";
import { TrialReport } from "../trial/TrialReport";
import { faultyRows } from "./faultyRows";
import page from "./Transfer.module.css";
import type { Importing } from "./useImport";

const COUNTS = ["added", "changed", "removed", "unchanged"] as const;

/** What a file would change, what it changed, or what is wrong with it. */
export function ImportResult({ importing }: { importing: Importing }) {
  const { t } = useTranslation("admin");
  const { made, started, share, trouble, isRunning } = importing;
  const isCheck = started?.isCheck ?? true;
  if (trouble) return <Trouble text={trouble} />;
  if (share !== undefined && share < 1) {
    const { label, done, total } = sent(share, importing.file);
    return (
      <div className={styles.stack}>
        <Progress label={t(label)} done={done} total={total} />
        <p className={styles.words}>{t("kb_import_stay")}</p>
      </div>
    );
  }
  if (share !== undefined || isRunning)
    return (
      <div className={styles.stack}>
        <Progress
          label={t(isCheck ? "kb_import_checking" : "kb_import_running")}
          done={made?.done ?? 0}
          total={made?.total ?? 0}
        />
        <p className={styles.words}>{t("kb_import_leave")}</p>
      </div>
    );
  if (!made) return null;
  if (made.state === "interrupted") return <Trouble text={t("kb_import_interrupted")} />;
  return made.state === "done" ? (
    <Done importing={importing} made={made} isCheck={isCheck} />
  ) : (
    <Faults importing={importing} made={made} />
  );
}

function Trouble({ text }: { text: string }) {
  return (
    <p role="alert" className={page.title} data-tone="bad">
      <CircleAlert size={16} aria-hidden />
      {text}
    </p>
  );
}

/** Puts the result away. */
function Forget({ importing }: { importing: Importing }) {
  const { t } = useTranslation("admin");
  return (
    <Button look="quiet" onClick={importing.forget}>
      {t("kb_import_forget")}
    </Button>
  );
}

/** How much of the file is sent: of a large one in megabytes. */
function sent(share: number, file: File | undefined) {
  const mega = (file?.size ?? 0) / 1e6;
  return mega < 1
    ? ({ label: "kb_import_sending", done: Math.round(share * 100), total: 100 } as const)
    : ({ label: "kb_import_sending_mb", done: tenths(share * mega), total: tenths(mega) } as const);
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10;
}

type PartProps = { importing: Importing; made: Job };

function Done({ importing, made, isCheck }: PartProps & { isCheck: boolean }) {
  const { t } = useTranslation("admin");
  const { robotNo } = useRobot();
  const [, navigate] = useLocation();
  const { added, changed, removed } = made.counts;
  const isDocs = importing.content === "docs";
  const isNothing = added + changed + removed === 0;
  return (
    <div className={styles.card} role="status">
      <h3 className={page.title} data-tone={isCheck ? undefined : "good"}>
        {isCheck ? null : <CircleCheck size={16} aria-hidden />}
        {t(isCheck ? "kb_import_would" : "kb_import_did")}
      </h3>
      <dl className={page.counts}>
        {COUNTS.map((name) => (
          <div key={name} className={page.figure}>
            <dt className={styles.count}>{t(`kb_count_${name}`)}</dt>
            <dd className={page.number}>{made.counts[name]}</dd>
          </div>
        ))}
      </dl>
      {isCheck && made.check ? <TrialReport report={made.check} /> : null}
      <div className={styles.buttons}>
        {!isCheck ? (
          <Button
            look="primary"
            onClick={() => navigate(isDocs ? pages.documents(robotNo) : pages.tests(robotNo))}
          >
            {t(isDocs ? "kb_import_see" : "kb_import_see_tests")}
          </Button>
        ) : isNothing ? (
          <p className={styles.words}>{t("kb_import_nothing")}</p>
        ) : importing.file ? (
          <Button look="primary" onClick={() => importing.publish(false)}>
            {t("kb_import_now", { count: added + changed + removed })}
          </Button>
        ) : (
          <p className={styles.words}>{t("kb_import_again")}</p>
        )}
        <Forget importing={importing} />
      </div>
    </div>
  );
}

function Faults({ importing, made }: PartProps) {
  const { t } = useTranslation("admin");
  const { file, started } = importing;
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    const name = file?.name ?? started?.fileName ?? "import";
    setSaving(true);
    const rows = await faultyRows(name, file, made.errors, made.encoding || undefined).finally(() =>
      setSaving(false),
    );
    // With this byte order mark, spreadsheets read the file as UTF-8.
    saveFile(new Blob(["\uFEFF", rows.text], { type: "text/plain;charset=utf-8" }), rows.name);
  };
  if (made.check)
    return (
      <div className={styles.card} role="alert">
        <h3 className={page.title} data-tone="bad">
          <CircleAlert size={16} aria-hidden />
          {t("kb_worse_title")}
        </h3>
        <p className={styles.words}>{t("kb_worse_text")}</p>
        <TrialReport report={made.check} />
        <div className={styles.buttons}>
          <Button look="danger" disabled={!file} onClick={() => importing.publish(true)}>
            {t("kb_worse_force")}
          </Button>
          <Forget importing={importing} />
        </div>
      </div>
    );
  return (
    <div className={styles.card} role="alert">
      <h3 className={page.title} data-tone="bad">
        <CircleAlert size={16} aria-hidden />
        {t("kb_import_wrong", { count: made.errorsTotal })}
      </h3>
      <p className={styles.words}>{t("kb_import_wrong_text")}</p>
      <div className={page.scroll}>
        <table className={page.errors}>
          <thead>
            <tr>
              <th scope="col">{t("kb_error_line")}</th>
              <th scope="col">{t("kb_error_field")}</th>
              <th scope="col">{t("kb_error_reason")}</th>
            </tr>
          </thead>
          <tbody>
            {made.errors.map((one) => (
              <tr key={`${one.line} ${one.field} ${one.message}`}>
                <td>{one.line === 0 ? "–" : one.line}</td>
                <td>{one.field || "–"}</td>
                <td>{one.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.buttons}>
        <Button look="outline" icon={<Download size={16} />} isBusy={isSaving} onClick={() => void save()}>
          {t("kb_import_faulty")}
        </Button>
        <Forget importing={importing} />
      </div>
    </div>
  );
}

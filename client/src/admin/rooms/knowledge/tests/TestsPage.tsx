import { ArrowDownUp, FlaskConical, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../../ui/Button";
import { Empty } from "../../../../ui/Empty";
import { IconButton } from "../../../../ui/IconButton";
import type { Thing } from "../../../../wire/things";
import { textOf } from "../../../things/kinds";
import { useRemove } from "../../../things/useRemove";
import { useThings } from "../../../things/useThings";
import { DocLink } from "../DocLink";
import { ListStates } from "../ListStates";
import { languageName } from "../languages";
import styles from "../lists.module.css";
import { pages } from "../paths";
import { useRobot } from "../robot";
import { Section } from "../Section";
import type { Report } from "../trial/report";
import { Verdict } from "../trial/TrialReport";
import { type Titles, useTitles } from "../useTitles";
import { LastRun } from "./LastRun";
import { NewTest } from "./NewTest";
import page from "./Tests.module.css";
import { useRuns } from "./useRuns";

/** Test questions: what the robot must be able to answer, and whether it does. */
export default function TestsPage() {
  const { t } = useTranslation("admin");
  const { robotNo } = useRobot();
  const query = useThings("testQuestions", { robotNo });
  const { things } = query;
  const [isNew, setNew] = useState(false);
  const [, navigate] = useLocation();
  const titles = useTitles(things?.map((test) => textOf(test, "docId")) ?? []);
  const runs = useRuns();
  const run = (
    <>
      <Button
        look="quiet"
        icon={<ArrowDownUp size={16} />}
        onClick={() => navigate(pages.testFiles(robotNo))}
      >
        {t("kb_transfer")}
      </Button>
      <Button look="outline" icon={<Plus size={16} />} onClick={() => setNew(true)}>
        {t("kb_test_new")}
      </Button>
      <Button
        look="primary"
        icon={<FlaskConical size={16} />}
        isBusy={runs.isRunning}
        disabled={!things || things.length === 0}
        onClick={runs.start}
      >
        {t("kb_tests_run")}
      </Button>
    </>
  );
  return (
    <Section text={t("kb_tests_text")} action={run}>
      <LastRun runs={runs} />
      {things?.length === 0 ? (
        <Empty icon={<FlaskConical size={28} />} title={t("kb_tests_none")} text={t("kb_tests_none_text")}>
          <Button look="soft" icon={<Plus size={16} />} onClick={() => setNew(true)}>
            {t("kb_test_new")}
          </Button>
        </Empty>
      ) : null}
      {things && things.length > 0 ? (
        <ul className={styles.rows}>
          {things.map((test) => (
            <TestRow key={textOf(test, "questionId")} test={test} report={runs.report} titles={titles} />
          ))}
        </ul>
      ) : null}
      <ListStates query={query} height="220px" shown={t("kb_shown_tests", { count: things?.length ?? 0 })} />
      {isNew ? <NewTest onClose={() => setNew(false)} /> : null}
    </Section>
  );
}

type TestRowProps = { test: Thing; report: Report | undefined; titles: Titles };

function TestRow({ test, report, titles }: TestRowProps) {
  const { t } = useTranslation("admin");
  const remove = useRemove("testQuestions");
  const question = textOf(test, "question");
  const lang = textOf(test, "lang");
  const doc = textOf(test, "docId");
  const failed = report?.failing.find((one) => one.id === textOf(test, "questionId"));
  return (
    <li className={styles.row}>
      <div className={page.what}>
        <span className={styles.name}>
          <bdi>{question}</bdi>
        </span>
        <span className={styles.words}>
          {languageName(lang, t("kb_every_language"))} ·{" "}
          {doc === "" ? (
            t("kb_expected_none")
          ) : (
            <>
              {t("kb_expected")} <DocLink doc={doc} lang={lang} titles={titles} />
            </>
          )}
        </span>
      </div>
      {failed ? <Verdict outcome={failed.after} /> : null}
      <IconButton
        label={t("kb_delete", { name: question })}
        icon={<Trash2 size={16} />}
        onClick={() => remove(test, question)}
      />
    </li>
  );
}

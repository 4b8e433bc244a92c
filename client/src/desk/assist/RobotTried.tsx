import { useTranslation } from "react-i18next";
import type { RobotSummary } from "../../wire/agent";
import { Pairs } from "./Pairs";
import { Section } from "./Section";
import styles from "./VisitorPanel.module.css";

/** Shows the visitor's questions to the robot, so that the agent does not ask them again. */
export function RobotTried({ robot }: { robot: RobotSummary }) {
  const { t } = useTranslation("desk");
  const { asked, unknown, unsure, questions, flow, step, variables } = robot;
  const counts = [
    t("robot_asked", { count: asked }),
    ...(unknown > 0 ? [t("robot_unknown", { count: unknown })] : []),
    ...(unsure > 0 ? [t("robot_unsure", { count: unsure })] : []),
  ];
  return (
    <Section id="robot" title={t("robot_title")}>
      <p className={styles.counts}>{counts.join(" · ")}</p>
      {questions.length > 0 ? (
        <>
          <h4>{t("robot_questions")}</h4>
          <ul className={styles.questions}>
            {questions.map((question, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: questions may repeat, and the list never changes
              <li key={at} dir="auto">
                {question}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {flow === "" ? null : (
        <>
          <h4>{t("robot_flow")}</h4>
          <p dir="auto">{step === "" ? flow : t("robot_flow_at", { flow, step })}</p>
        </>
      )}
      {variables.length > 0 ? <Pairs pairs={variables} /> : null}
    </Section>
  );
}

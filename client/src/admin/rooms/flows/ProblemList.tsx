import { ChevronRight, CircleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import common from "../../common.module.css";
import { useFlow } from "./context";
import { stepOf } from "./flow";
import styles from "./ProblemList.module.css";
import type { Problem } from "./problems";

/** What is wrong with the flow. A problem leads to its step. */
export function ProblemList({ onShow }: { onShow: (problem: Problem) => void }) {
  const { t } = useTranslation("admin");
  const { drawn, problems, titleOf } = useFlow();
  const [isOpen, setOpen] = useState(false);
  const placeOf = (problem: Problem) => {
    const step = stepOf(drawn, problem.step);
    return step ? titleOf(step) : t("flow_settings");
  };
  return (
    <section aria-label={t("flow_problems")} className={styles.place}>
      <p role="status" className="visually-hidden">
        {problems.length > 0 ? t("flow_problems_count", { count: problems.length }) : null}
      </p>
      {problems.length === 0 ? null : (
        <div className={styles.problems}>
          <button
            type="button"
            className={styles.head}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <CircleAlert size={16} aria-hidden />
            {t("flow_problems_count", { count: problems.length })}
            <ChevronRight size={16} aria-hidden className={styles.arrow} />
          </button>
          {isOpen ? (
            <ul className={styles.list}>
              {problems.map((problem) => (
                <li key={`${problem.field} ${problem.message}`}>
                  <button type="button" className={styles.problem} onClick={() => onShow(problem)}>
                    <span className={common.note} dir="auto">
                      {placeOf(problem)}
                    </span>
                    <span dir="auto">{problem.message}</span>
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
    </section>
  );
}

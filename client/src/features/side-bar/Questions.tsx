import { ChevronDown } from "lucide-react";
import { RichText } from "../../ui/RichText";
import type { SideBar } from "../../wire/sideBar";
import styles from "./SideBar.module.css";

/** Shows questions that unfold their answers, without a message in the chat. */
export function Questions({ questions }: { questions: NonNullable<SideBar["questions"]> }) {
  return (
    <div className={styles.questions}>
      {questions.map(({ question, answer }) => (
        <details key={question} name="side-questions" className={styles.question}>
          <summary>
            <bdi>{question}</bdi>
            <ChevronDown size={16} aria-hidden />
          </summary>
          <div className={styles.answer} dir="auto">
            <RichText html={answer} />
          </div>
        </details>
      ))}
    </div>
  );
}

import { BookOpen, Plus, Upload } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../../ui/Button";
import { Empty } from "../../../../ui/Empty";
import { pages } from "../paths";
import { useRobot } from "../robot";
import styles from "./FirstDocuments.module.css";

/** Questions that visitors of most shops ask. */
const EXAMPLES = ["kb_example_delivery", "kb_example_returns", "kb_example_payment"] as const;

/** An empty knowledge base: what it is for, three examples, and the next step. */
export function FirstDocuments() {
  const { t } = useTranslation("admin");
  const { robotNo, name } = useRobot();
  const [, navigate] = useLocation();
  const write = (question: string) => navigate(`${pages.newDocument(robotNo)}`, { state: { question } });
  return (
    <Empty icon={<BookOpen size={28} />} title={t("kb_first_title", { name })} text={t("kb_first_text")}>
      <ul className={styles.examples}>
        {EXAMPLES.map((key) => (
          <li key={key}>
            <button type="button" className={styles.example} onClick={() => write(t(key))}>
              <Plus size={16} aria-hidden />
              {t(key)}
            </button>
          </li>
        ))}
      </ul>
      <Button look="quiet" icon={<Upload size={16} />} onClick={() => navigate(pages.transfer(robotNo))}>
        {t("kb_first_import")}
      </Button>
    </Empty>
  );
}

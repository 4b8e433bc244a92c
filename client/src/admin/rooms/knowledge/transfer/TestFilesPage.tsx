import { useTranslation } from "react-i18next";
import styles from "../lists.module.css";
import { Section } from "../Section";
import { ExportFiles } from "./ExportFiles";
import { ImportFile } from "./ImportFile";

/** Test questions from a file, and into a file. */
export default function TestFilesPage() {
  const { t } = useTranslation("admin");
  return (
    <Section text={t("kb_test_files_text")}>
      <div className={styles.narrow}>
        <ImportFile content="testQuestions" />
        <ExportFiles content="testQuestions" />
      </div>
    </Section>
  );
}

import { useTranslation } from "react-i18next";
import styles from "../lists.module.css";
import { Section } from "../Section";
import { ExportFiles } from "./ExportFiles";
import { ImportFile } from "./ImportFile";
import { ImportWebPage } from "./ImportWebPage";

/** Many documents at once: from a file or a web page, and into a file. */
export default function TransferPage() {
  const { t } = useTranslation("admin");
  return (
    <Section text={t("kb_transfer_text")}>
      <div className={styles.narrow}>
        <ImportFile content="docs" />
        <ImportWebPage />
        <ExportFiles content="docs" />
      </div>
    </Section>
  );
}

import { useTranslation } from "react-i18next";
import styles from "../lists.module.css";
import { Section } from "../Section";
import { ExportFiles } from "./ExportFiles";
import { ImportFile } from "./ImportFile";

/** Many documents at once: from a file, and into one. */
export default function TransferPage() {
  const { t } = useTranslation("admin");
  return (
    <Section id="transfer" text={t("kb_transfer_text")}>
      <div className={styles.narrow}>
        <ImportFile />
        <ExportFiles />
      </div>
    </Section>
  );
}

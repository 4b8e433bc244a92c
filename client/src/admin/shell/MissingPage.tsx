import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Page } from "./Page";
import styles from "./Page.module.css";

/** An address without a page. */
export function MissingPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("missing_title")} text={t("missing_text")}>
      <Link href="/" className={styles.link ?? ""}>
        {t("missing_link")}
      </Link>
    </Page>
  );
}

import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Page } from "./Page";

/** An address without a page. */
export function MissingPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("missing_title")} text={t("missing_text")}>
      <Link href="/">{t("missing_link")}</Link>
    </Page>
  );
}

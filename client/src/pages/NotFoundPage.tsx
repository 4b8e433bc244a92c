import { Compass } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import styles from "./PlainPage.module.css";

export function NotFoundPage() {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t("not_found_title");
  }, [t]);
  return (
    <main className={styles.centred}>
      <Compass size={40} strokeWidth={1.5} aria-hidden />
      <h1>{t("not_found_heading")}</h1>
      <p>{t("not_found_text")}</p>
    </main>
  );
}

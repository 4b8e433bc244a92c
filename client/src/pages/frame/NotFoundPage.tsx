import { Compass } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "../../ui/Empty";

export function NotFoundPage() {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t("not_found_title");
  }, [t]);
  return (
    <main>
      <Empty
        isPage
        icon={<Compass size={28} aria-hidden />}
        title={t("not_found_heading")}
        text={t("not_found_text")}
      />
    </main>
  );
}

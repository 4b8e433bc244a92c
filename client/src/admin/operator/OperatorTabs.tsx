import { useTranslation } from "react-i18next";
import tabs from "../shell/RoomTabs.module.css";

const PAGES = [
  { page: "tenants", name: "operator_title" },
  { page: "audit", name: "safety_audit" },
] as const;

/** The operators' pages; a fragment names each of them. */
export function OperatorTabs({ open }: { open: (typeof PAGES)[number]["page"] }) {
  const { t } = useTranslation("admin");
  return (
    <nav aria-label={t("operator_bar")} className={tabs.tabs}>
      {PAGES.map(({ page, name }) => (
        <a
          key={page}
          href={`#${page}`}
          className={tabs.tab}
          aria-current={page === open ? "page" : undefined}
        >
          {t(name)}
        </a>
      ))}
    </nav>
  );
}

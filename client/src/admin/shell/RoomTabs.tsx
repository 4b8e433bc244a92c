import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import type { AdminKey } from "../form/specs";
import styles from "./RoomTabs.module.css";

export type RoomTab = { to: string; name: AdminKey };

/** The pages of a room. The first one is also the room's own address. */
export function RoomTabs({ label, tabs }: { label: AdminKey; tabs: readonly RoomTab[] }) {
  const { t } = useTranslation("admin");
  const [address] = useLocation();
  const open = [...tabs].reverse().find(({ to }) => address === to || address.startsWith(`${to}/`));
  return (
    <nav aria-label={t(label)} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          href={tab.to}
          className={styles.tab ?? ""}
          aria-current={tab === open ? "page" : undefined}
        >
          {t(tab.name)}
        </Link>
      ))}
    </nav>
  );
}

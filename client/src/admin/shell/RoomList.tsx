import { clsx } from "clsx";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { ROOMS } from "../rooms";
import styles from "./RoomList.module.css";

/** The rooms; the open one is marked. */
export function RoomList({ label }: { label: string }) {
  const { t } = useTranslation("admin");
  const [address] = useLocation();
  const open = `/${address.split("/")[1] ?? ""}`;
  return (
    <nav aria-label={label} className={styles.rooms}>
      <ul>
        {ROOMS.map(({ id, path, name, icon: Icon }) => (
          <li key={id}>
            <Link
              href={path}
              className={clsx(styles.room, path === open && styles.open)}
              aria-current={path === open ? "page" : undefined}
            >
              <Icon size={18} aria-hidden />
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

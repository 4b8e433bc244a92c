import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import styles from "./RoomHead.module.css";

export type RoomHeadProps = { title: string; className?: string; children: ReactNode };

/** The head of the wall and the reports: the way back to the conversations, the title, and ways to other rooms. */
export function RoomHead({ title, className, children }: RoomHeadProps) {
  const { t } = useTranslation("desk");
  return (
    <header className={clsx(styles.head, className)}>
      <Link href="/" className={styles.link} aria-label={t("room_back")} title={t("room_back")}>
        <ArrowLeft size={20} className="mirrored" aria-hidden />
      </Link>
      <h1>{title}</h1>
      {children}
    </header>
  );
}

/** A way to another room. */
export function RoomLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={styles.link}>
      {children}
    </Link>
  );
}

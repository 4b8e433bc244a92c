import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Mark } from "../../desk/sign-in/Mark";
import { Toaster } from "../../ui/Toaster";
import app from "../AdminApp.module.css";
import styles from "./door.module.css";

export type DoorProps = { title: string; text: string; children?: ReactNode };

/** A card in the middle: the page of somebody without an account. */
export function Door({ title, text, children }: DoorProps) {
  const { t } = useTranslation("admin");
  useEffect(() => {
    document.title = `${title} · ${t("title")}`;
  }, [title, t]);
  return (
    <div className={app.app}>
      <main className={styles.page}>
        <div className={styles.card}>
          <Mark />
          <h1>{title}</h1>
          <p className={styles.text}>{text}</p>
          {children}
        </div>
      </main>
      <Toaster />
    </div>
  );
}

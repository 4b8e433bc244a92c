import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import common from "../common.module.css";
import styles from "./Page.module.css";

export type PageProps = {
  /** What it is. */
  title: string;
  /** What it is for, in one sentence. */
  text?: string;
  /** The one primary action. */
  action?: ReactNode;
  /** The list that the thing belongs to. */
  back?: { to: string; name: string };
  /** For a drawing or a preview beside the form. */
  isWide?: boolean;
  children: ReactNode;
};

/** One page of a room: one purpose, one primary action. */
export function Page({ title, text, action, back, isWide = false, children }: PageProps) {
  const { t } = useTranslation("admin");
  useEffect(() => {
    document.title = `${title} · ${t("title")}`;
  }, [title, t]);
  return (
    <div className={clsx(styles.page, isWide && styles.wide)}>
      {back ? (
        <Link href={back.to} className={styles.back ?? ""}>
          <ArrowLeft size={16} aria-hidden className={styles.arrow} />
          {back.name}
        </Link>
      ) : null}
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.title}>
            <bdi>{title}</bdi>
          </h1>
          {text ? <p className={styles.text}>{text}</p> : null}
        </div>
        {action ? <div className={common.wrap}>{action}</div> : null}
      </header>
      {children}
    </div>
  );
}

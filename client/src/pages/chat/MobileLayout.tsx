import type { ReactNode } from "react";
import styles from "../frame/Layout.module.css";

export type LayoutProps = { header: ReactNode; notice: ReactNode; log: ReactNode; foot: ReactNode };

/** The layout for phones: the chat fills the screen. */
export function MobileLayout({ header, notice, log, foot }: LayoutProps) {
  return (
    <div className={styles.page}>
      <div className={styles.window}>
        {header}
        {notice}
        <main className={styles.body}>{log}</main>
        {foot ? <div className={styles.foot}>{foot}</div> : null}
      </div>
    </div>
  );
}

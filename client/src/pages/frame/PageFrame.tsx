import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./PageFrame.module.css";
import { useKeyboardInset } from "./useKeyboardInset";

export type PageFrameProps = {
  title: string;
  /** A line below the title. */
  line?: string | undefined;
  /** Before the title: the back button. */
  start?: ReactNode;
  /** After the title: the close button. */
  end?: ReactNode;
  /** Stays visible below the content. */
  foot?: ReactNode;
  /** Whether the page fills a host page's frame; otherwise, it is a sheet in the middle. */
  isEmbedded?: boolean;
  children: ReactNode;
};

/** The frame of pages other than the chat: an accent header above scrolling content; on desktops 600 px wide. */
export function PageFrame({ title, line, start, end, foot, isEmbedded = false, children }: PageFrameProps) {
  useKeyboardInset();
  return (
    <div className={clsx(styles.page, !isEmbedded && styles.alone)}>
      <div className={styles.sheet}>
        <header className={styles.header}>
          {start}
          <div className={styles.words}>
            <h1>
              <bdi>{title}</bdi>
            </h1>
            {line ? (
              <p>
                <bdi>{line}</bdi>
              </p>
            ) : null}
          </div>
          {end}
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
        <main className={styles.main} tabIndex={0}>
          {children}
        </main>
        {foot ? <div className={styles.foot}>{foot}</div> : null}
      </div>
    </div>
  );
}

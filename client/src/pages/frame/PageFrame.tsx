import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./PageFrame.module.css";
import { useKeyboardInset } from "./useKeyboardInset";

export type PageFrameProps = {
  title: string;
  /** Under the title. */
  line?: string | undefined;
  /** Before the title: the way back. */
  start?: ReactNode;
  /** After it: the way out. */
  end?: ReactNode;
  /** Stays in sight under the content. */
  foot?: ReactNode;
  /** In a shop's frame it is all there is; on its own page a sheet in the middle. */
  isEmbedded?: boolean;
  children: ReactNode;
};

/** A page beside the chat: a header on the accent, content that scrolls under it; on desktops 600 px in the middle. */
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

import { clsx } from "clsx";
import type { CSSProperties } from "react";
import type { Channel } from "../wire/channel";
import styles from "./Layout.module.css";
import type { LayoutProps } from "./MobileLayout";

export type DesktopLayoutProps = LayoutProps & { channel: Channel; isEmbedded: boolean };

/** A window of the tenant's size on its own page; in a shop's frame, the frame. */
export function DesktopLayout({ header, notice, log, foot, channel, isEmbedded }: DesktopLayoutProps) {
  const size: CSSProperties & Record<`--${string}`, string> = {
    ...(channel.mainWidth > 0 ? { "--window-width": `${channel.mainWidth}px` } : {}),
    ...(channel.mainHeight > 0 ? { "--window-height": `${channel.mainHeight}px` } : {}),
  };
  return (
    <div className={clsx(styles.page, !isEmbedded && styles.desktop)} style={size}>
      <div className={styles.window}>
        {header}
        {notice}
        <main className={styles.body}>{log}</main>
        <div className={styles.foot}>{foot}</div>
      </div>
    </div>
  );
}

import { clsx } from "clsx";
import { type CSSProperties, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../lib/lazyParts";
import { shownPicture } from "../../lib/links";
import { useMedia } from "../../lib/useMedia";
import type { Channel } from "../../wire/channel";
import styles from "../frame/Layout.module.css";
import type { LayoutProps } from "./MobileLayout";

const ChatSide = lazyPart(() => import("./ChatSide"), "ChatSide");

/** In a narrower window, a side bar would leave no room for the chat. */
const ROOM_FOR_SIDE = "(min-width: 760px)";
const SIDE_WIDTH = 280;

export type DesktopLayoutProps = LayoutProps & { channel: Channel; isEmbedded: boolean };

/** A window of the tenant's size, or the whole of a host page's frame. The side bar is shown if there is room. */
export function DesktopLayout({ header, notice, log, foot, channel, isEmbedded }: DesktopLayoutProps) {
  const { t } = useTranslation();
  const hasRoom = useMedia(ROOM_FOR_SIDE);
  return (
    <div className={clsx(styles.page, !isEmbedded && styles.desktop)} style={sizesOf(channel, isEmbedded)}>
      <div className={styles.window}>
        {header}
        <div className={styles.columns}>
          <div className={styles.chat}>
            {notice}
            <main className={styles.body}>{log}</main>
            {foot ? <div className={styles.foot}>{foot}</div> : null}
          </div>
          {channel.sideBarStatus && hasRoom ? (
            <aside className={styles.side} aria-label={t("side_label")}>
              <Suspense>
                <ChatSide channel={channel} />
              </Suspense>
            </aside>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function sizesOf(channel: Channel, isEmbedded: boolean): CSSProperties & Record<`--${string}`, string> {
  const { mainWidth, mainHeight, sideBarWidth } = channel;
  const picture = isEmbedded ? "" : shownPicture(channel.backgroundImage);
  return {
    ...(mainWidth > 0 ? { "--window-width": `${mainWidth}px` } : {}),
    ...(mainHeight > 0 ? { "--window-height": `${mainHeight}px` } : {}),
    "--side-width": `${sideBarWidth > 0 ? sideBarWidth : SIDE_WIDTH}px`,
    ...(picture === "" ? {} : { backgroundImage: `url(${JSON.stringify(picture)})` }),
  };
}

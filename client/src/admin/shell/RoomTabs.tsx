import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import type { AdminKey } from "../form/specs";
import styles from "./RoomTabs.module.css";

export type RoomTab = { to: string; name: AdminKey };

export type RoomTabsProps = {
  label: AdminKey;
  /** The name in the label, if it has one. */
  name?: string;
  tabs: readonly RoomTab[];
};

/** The pages of a room. The first one is also the room's own address. On a phone the row scrolls, and fades where it goes on. */
export function RoomTabs({ label, name = "", tabs }: RoomTabsProps) {
  const { t } = useTranslation("admin");
  const [address] = useLocation();
  const open = [...tabs].reverse().find(({ to }) => address === to || address.startsWith(`${to}/`));
  const row = useRef<HTMLElement>(null);
  const cut = useCutEdges(row);
  useEffect(() => {
    const chosen = open && row.current?.querySelector("[aria-current]");
    // Not in a test's document, which has no layout.
    chosen?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [open]);
  return (
    <nav ref={row} aria-label={t(label, { name })} className={styles.tabs} data-cut={cut || undefined}>
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

/** Where a row that scrolls sideways goes on: `start`, `end`, both or nowhere. */
function useCutEdges(row: React.RefObject<HTMLElement | null>): string {
  const [cut, setCut] = useState("");
  useEffect(() => {
    const node = row.current;
    if (!node) return;
    const look = () => {
      const rest = node.scrollWidth - node.clientWidth;
      // From right to left, the offset is negative.
      const from = Math.abs(node.scrollLeft);
      setCut([from > 1 ? "start" : "", rest - from > 1 ? "end" : ""].join(" ").trim());
    };
    look();
    node.addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      node.removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [row]);
  return cut;
}

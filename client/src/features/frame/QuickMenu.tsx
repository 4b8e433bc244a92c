import {
  CircleHelp,
  ExternalLink,
  Headset,
  LogOut,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  Star,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { safeTarget } from "../../lib/links";
import { menuColours } from "../../ui/menuColours";
import styles from "./QuickMenu.module.css";
import { type EntryAction, type MenuEntry, menuSize } from "./quickMenu";

/** The product's names of actions. */
const NAMES: Partial<
  Record<EntryAction["kind"], "transfer_button" | "menu_evaluate" | "menu_leave_message" | "header_end">
> = {
  transfer: "transfer_button",
  evaluate: "menu_evaluate",
  leaveMessage: "menu_leave_message",
  close: "header_end",
};

const ICONS: Partial<Record<EntryAction["kind"], LucideIcon>> = {
  ask: MessageCircle,
  transfer: Headset,
  close: LogOut,
  evaluate: Star,
  leaveMessage: MessageSquareText,
  open: ExternalLink,
  answer: CircleHelp,
};

export type QuickMenuProps = {
  /** At least one. */
  entries: readonly MenuEntry[];
  /** The visitor waits for a transfer to an agent. */
  isTransferring: boolean;
  /** The buttons are the robot's. */
  isBar?: boolean;
  onChoose: (action: EntryAction) => void;
};

/** A strip of buttons above the composer. It scrolls sideways if it is wider than the window. */
export function QuickMenu({ entries, isTransferring, isBar = false, onChoose }: QuickMenuProps) {
  const { t } = useTranslation();
  const strip = useRef<HTMLUListElement>(null);
  useSidewaysWheel(strip);
  return (
    <nav
      aria-label={t(isBar ? "menu_bar" : "menu_label")}
      className={styles.menu}
      data-bar={isBar || undefined}
    >
      <ul ref={strip} className={styles.strip} data-size={isBar ? "normal" : menuSize(entries.length)}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <Item
              entry={entry}
              isBusy={isTransferring && entry.action.kind === "transfer"}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ItemProps = { entry: MenuEntry; isBusy: boolean; onChoose: (action: EntryAction) => void };

function Item({ entry, isBusy, onChoose }: ItemProps) {
  const { t } = useTranslation();
  const { action } = entry;
  const Icon = ICONS[action.kind];
  const own = NAMES[action.kind];
  const text = isBusy ? t("transfer_busy") : entry.name || (own ? t(own) : "");
  const content = (
    <>
      {Icon ? <Icon size={16} aria-hidden /> : null}
      <bdi>{text}</bdi>
    </>
  );
  const look = { className: styles.item, style: menuColours(entry.background, entry.colour) };
  if (action.kind === "open") {
    const target = safeTarget(action.link);
    return target === undefined ? null : (
      <a {...look} href={target} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  }
  return (
    <button
      {...look}
      type="button"
      disabled={isBusy}
      aria-busy={isBusy || undefined}
      onClick={() => onChoose(action)}
    >
      {content}
    </button>
  );
}

/** A mouse has one wheel: it scrolls the strip sideways. */
function useSidewaysWheel(strip: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      const isTooLong = element.scrollWidth > element.clientWidth;
      if (!isTooLong || event.deltaX !== 0 || event.shiftKey) return;
      event.preventDefault();
      const isMirrored = getComputedStyle(element).direction === "rtl";
      element.scrollBy({ left: isMirrored ? -event.deltaY : event.deltaY });
    };
    // React's own wheel handlers are passive, so they could not stop the page from scrolling.
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [strip]);
}

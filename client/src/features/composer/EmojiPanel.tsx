import { type KeyboardEvent as KeyEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "./EmojiPanel.module.css";

/** Protocol, 'Times of the pages': fifty. */
export const EMOJI = [
  ..."😀😄😁😆😅😂🙂😉😊😍",
  ..."😘😋😎🤔😐😏😴😌😜🤗",
  ..."😔😕🙁😟😢😭😤😠😱😳",
  ..."👍👎👌🙏👏💪🤝✋👋🎉",
  ..."🌹🎁🔥⭐💯✅❌❓💡☕",
];

export type EmojiPanelProps = {
  /** Opened by keyboard: the first emoji takes the focus. */
  isEntered?: boolean;
  onChoose: (sign: string) => void;
  onClose: () => void;
};

/** Shows fifty emoji: a popover above the field on desktops, a panel below it on phones. */
export function EmojiPanel({ isEntered = false, onChoose, onClose }: EmojiPanelProps) {
  const { t } = useTranslation("chat");
  const panel = useRef<HTMLFieldSetElement>(null);

  useEffect(() => {
    if (isEntered) panel.current?.querySelector("button")?.focus();
  }, [isEntered]);

  useEffect(() => {
    const away = (event: PointerEvent) => {
      const form = panel.current?.closest("form");
      if (event.target instanceof Node && !form?.contains(event.target)) onClose();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The focused emoji disappears, so the focus goes back to the field.
      if (panel.current?.contains(document.activeElement)) {
        panel.current.closest("form")?.querySelector("textarea")?.focus();
      }
      onClose();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("pointerdown", away, { signal });
    document.addEventListener("keydown", onKey, { signal });
    return () => listening.abort();
  }, [onClose]);

  return (
    <fieldset
      ref={panel}
      className={`${styles.panel} rising`}
      aria-label={t("composer_emoji")}
      onKeyDown={walk}
    >
      {EMOJI.map((sign) => (
        <button
          key={sign}
          type="button"
          className={styles.sign}
          // Keeps the caret where the emoji will go.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(sign)}
        >
          {sign}
        </button>
      ))}
    </fieldset>
  );
}

/** Arrow keys move between the emoji, as they are laid out. */
function walk(event: KeyEvent<HTMLElement>): void {
  const signs = [...event.currentTarget.querySelectorAll("button")];
  const at = signs.findIndex((sign) => sign.matches(":focus"));
  const onward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
  const row = signs.filter((sign) => sign.offsetTop === signs[0]?.offsetTop).length;
  const steps: Record<string, number> = {
    ArrowRight: onward,
    ArrowLeft: -onward,
    ArrowDown: row,
    ArrowUp: -row,
  };
  const step = steps[event.key];
  if (at < 0 || step === undefined) return;
  event.preventDefault();
  signs[at + step]?.focus();
}

import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "./EmojiPanel.module.css";

/** Spec §9: fifty. */
export const EMOJI = [
  ..."😀😄😁😆😅😂🙂😉😊😍",
  ..."😘😋😎🤔😐😏😴😌😜🤗",
  ..."😔😕🙁😟😢😭😤😠😱😳",
  ..."👍👎👌🙏👏💪🤝✋👋🎉",
  ..."🌹🎁🔥⭐💯✅❌❓💡☕",
];

export type EmojiPanelProps = {
  onChoose: (sign: string) => void;
  onClose: () => void;
};

/** Fifty signs: a popover over the field on desktops, a panel under it on phones. */
export function EmojiPanel({ onChoose, onClose }: EmojiPanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLFieldSetElement>(null);

  useEffect(() => {
    const away = (event: PointerEvent) => {
      const form = panel.current?.closest("form");
      if (event.target instanceof Node && !form?.contains(event.target)) onClose();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The sign that has the focus goes, and who writes goes on.
      if (panel.current?.contains(document.activeElement)) {
        panel.current.closest("form")?.querySelector("textarea")?.focus();
      }
      onClose();
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("keydown", onKey);
    };
  }, [onClose]);

  return (
    <fieldset ref={panel} className={styles.panel} aria-label={t("composer_emoji")}>
      {EMOJI.map((sign) => (
        <button key={sign} type="button" className={styles.sign} onClick={() => onChoose(sign)}>
          {sign}
        </button>
      ))}
    </fieldset>
  );
}

import { ArrowUp, Image as ImageIcon, Smile } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useId,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { isBlank, normalised, TEXT_LENGTH_MAX } from "../../lib/text";
import { IconButton } from "../../ui/IconButton";
import styles from "./Composer.module.css";
import { useTypingNotice } from "./useTypingNotice";

/** From here on the visitor is told how much is left. */
const COUNTED_FROM = TEXT_LENGTH_MAX - 200;

export type ComposerProps = {
  /** `ask` while the robot listens, `write` with an agent. */
  mood: "ask" | "write";
  /** Pictures can be sent now. */
  takesImages: boolean;
  onSend: (words: string) => void;
  /** Pictures chosen from the device, or one that was pasted. */
  onImages: (files: readonly File[], isPasted: boolean) => void;
  /** The visitor has paused in typing. */
  onTyping: (words: string) => void;
  /** The emoji to choose from; fetched when they are first wanted. */
  renderEmoji: (onChoose: (sign: string) => void, onClose: () => void) => ReactNode;
};

/** Where the visitor writes: one to five lines, Enter sends, tools left, send right. */
export function Composer({ mood, takesImages, onSend, onImages, onTyping, renderEmoji }: ComposerProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const [isEmojiOpen, setIsEmojiOpen] = useState(false);
  const closeEmoji = useCallback(() => setIsEmojiOpen(false), []);
  const area = useRef<HTMLTextAreaElement>(null);
  const counter = useId();
  const noticeTyping = useTypingNotice(onTyping);
  const left = TEXT_LENGTH_MAX - words.length;
  const canSend = !isBlank(words) && left >= 0;

  const write = (text: string) => {
    setWords(text);
    noticeTyping(text);
  };
  const send = () => {
    if (!canSend) return;
    onSend(normalised(words).trim());
    setWords("");
    setIsEmojiOpen(false);
    area.current?.focus();
  };
  const insert = (sign: string) => {
    const element = area.current;
    const [from, to] = [element?.selectionStart ?? words.length, element?.selectionEnd ?? words.length];
    write(words.slice(0, from) + sign + words.slice(to));
    requestAnimationFrame(() => element?.setSelectionRange(from + sign.length, from + sign.length));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter chooses its word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = [...event.clipboardData.files].filter((file) => file.type.startsWith("image/"));
    if (files.length === 0 || !takesImages) return;
    event.preventDefault();
    onImages(files, true);
  };

  return (
    <form
      className={styles.composer}
      aria-label={t("composer_label")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.field}>
        <IconButton
          label={t("composer_emoji")}
          icon={<Smile size={22} />}
          aria-expanded={isEmojiOpen}
          onClick={() => setIsEmojiOpen(!isEmojiOpen)}
        />
        {takesImages ? (
          <ImageTool label={t("composer_image")} onImages={(files) => onImages(files, false)} />
        ) : null}
        <div className={styles.grow} data-words={`${words}\n`}>
          <textarea
            ref={area}
            rows={1}
            value={words}
            dir="auto"
            enterKeyHint="send"
            autoComplete="off"
            aria-label={t("composer_label")}
            aria-describedby={left <= TEXT_LENGTH_MAX - COUNTED_FROM ? counter : undefined}
            aria-invalid={left < 0 || undefined}
            placeholder={t(mood === "ask" ? "composer_ask" : "composer_write")}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        <IconButton
          type="submit"
          look="accent"
          label={t("composer_send")}
          icon={<ArrowUp size={20} strokeWidth={2.4} />}
          disabled={!canSend}
        />
      </div>
      {words.length > COUNTED_FROM ? (
        <p id={counter} className={styles.counter} data-over={left < 0}>
          {left < 0
            ? t("composer_limit", { count: TEXT_LENGTH_MAX })
            : t("composer_counter", { count: left })}
        </p>
      ) : null}
      {isEmojiOpen ? renderEmoji(insert, closeEmoji) : null}
    </form>
  );
}

function ImageTool({ label, onImages }: { label: string; onImages: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} icon={<ImageIcon size={22} />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          onImages([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}

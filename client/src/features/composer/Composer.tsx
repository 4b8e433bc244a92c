import { ArrowUp, Smile } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { takeOverEarlyField, type Written } from "../../lib/earlyField";
import { isBlank, normalised, TEXT_LENGTH_MAX } from "../../lib/text";
import { IconButton } from "../../ui/IconButton";
import styles from "./Composer.module.css";
import { useCaret } from "./useCaret";
import { useTypingNotice } from "./useTypingNotice";

/** From this length on, the composer shows how many characters are left. */
const COUNTED_FROM = TEXT_LENGTH_MAX - 200;

/** Suggested questions while the visitor types: a listbox that the field controls. */
export type ComposerTips = {
  /** The open list, and the option that the arrow keys have selected. */
  shown: { listId: string; activeId: string | undefined } | undefined;
  /** Returns true if the list handled the key. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
  list: ReactNode;
};

export type ComposerProps = {
  /** The text in the field. */
  text: string;
  /** `ask` while the robot answers, `write` with an agent. */
  mood: "ask" | "write";
  /** The pause in typing after which it is reported, in ms. */
  pauseMs: number;
  onText: (text: string) => void;
  onSend: (text: string) => void;
  /** Called with pasted files; undefined if files cannot be sent. */
  onPasteFiles: ((files: readonly File[]) => void) | undefined;
  /** Called when the visitor pauses in typing. */
  onTyping: (text: string) => void;
  /** The agent sees the text before it is sent; a hint tells the visitor. */
  isPreviewed?: boolean;
  /** Further tools for sending, left of the field. */
  tools: ReactNode;
  tips: ComposerTips | undefined;
  /** Renders the emoji panel, which loads when first opened. */
  renderEmoji: (onChoose: (sign: string) => void, onClose: () => void) => ReactNode;
};

/** Takes over the text and the caret of the document's first field. */
function useFirstField(
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  take: (written: Written) => void,
): void {
  const taken = useRef<Written | undefined>(undefined);
  const onTake = useEffectEvent((written: Written) => {
    taken.current = written.isFinished ? undefined : written;
    take(written);
  });
  useLayoutEffect(() => (area.current ? takeOverEarlyField(area.current, onTake) : undefined), [area]);
  useLayoutEffect(() => {
    if (taken.current?.text !== text) return;
    area.current?.setSelectionRange(...taken.current.caret);
    taken.current = undefined;
  }, [area, text]);
}

/**
 * Returns the field's text. The parent may learn of a taken-over text only after the next key press. Until then it is
 * kept here.
 */
function useDraft(kept: string) {
  const [here, keepHere] = useState<string | undefined>(undefined);
  const [known, setKnown] = useState(kept);
  if (known !== kept) {
    setKnown(kept);
    keepHere(undefined);
  }
  return { text: here ?? kept, isHere: here !== undefined, keepHere };
}

function isSendable(text: string): boolean {
  return !isBlank(text) && text.length <= TEXT_LENGTH_MAX;
}

/** The visitor's input: one to five lines, Enter sends, tools on the left, send button on the right. */
export function Composer(props: ComposerProps) {
  const { mood, onText, onSend, tools, tips, renderEmoji } = props;
  const { t } = useTranslation();
  const { text: draft, isHere, keepHere } = useDraft(props.text);
  const [isEmojiOpen, setIsEmojiOpen] = useState(false);
  const closeEmoji = useCallback(() => setIsEmojiOpen(false), []);
  const area = useRef<HTMLTextAreaElement>(null);
  const [counter, preview] = [useId(), useId()];
  const noticeTyping = useTypingNotice(props.onTyping, props.pauseMs);
  const left = TEXT_LENGTH_MAX - draft.length;
  const canSend = isSendable(draft);

  const write = (text: string) => {
    if (isHere) keepHere(text);
    onText(text);
    noticeTyping(text);
  };
  const send = (text = draft) => {
    if (!isSendable(text)) return;
    noticeTyping("");
    keepHere(undefined);
    onSend(normalised(text).trim());
    setIsEmojiOpen(false);
    area.current?.focus();
  };
  useFirstField(area, draft, ({ text, isFinished }) => {
    if (isFinished && isSendable(text)) {
      send(text);
      return;
    }
    keepHere(text);
    write(text);
  });
  const insert = useCaret(area, draft, write);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter chooses its word.
    if (event.nativeEvent.isComposing || tips?.onKeyDown(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !props.onPasteFiles) return;
    event.preventDefault();
    props.onPasteFiles(files);
  };

  const isCounted = draft.length > COUNTED_FROM;
  const notes = [props.isPreviewed ? preview : "", isCounted ? counter : ""].filter((id) => id !== "");
  return (
    <form
      className={styles.composer}
      aria-label={t("composer_label")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {tips?.list}
      <div className={styles.field}>
        <div className={styles.tools}>
          <IconButton
            label={t("composer_emoji")}
            icon={<Smile size={22} />}
            aria-expanded={isEmojiOpen}
            onClick={() => setIsEmojiOpen(!isEmojiOpen)}
          />
          {tools}
        </div>
        <div className={styles.grow} data-words={`${draft}\n`}>
          <textarea
            ref={area}
            rows={1}
            value={draft}
            dir="auto"
            enterKeyHint="send"
            autoComplete="off"
            aria-label={t("composer_label")}
            aria-describedby={notes.join(" ") || undefined}
            aria-invalid={left < 0 || undefined}
            aria-autocomplete={tips ? "list" : undefined}
            aria-controls={tips?.shown?.listId}
            aria-activedescendant={tips?.shown?.activeId}
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
      {props.isPreviewed ? (
        <p id={preview} className={styles.preview}>
          {t("composer_preview")}
        </p>
      ) : null}
      {isCounted ? (
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

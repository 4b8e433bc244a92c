import { clsx } from "clsx";
import { SendHorizontal } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { EmojiPanel } from "../../features/composer/EmojiPanel";
import { asPng } from "../../lib/asPng";
import { isBlank, normalised, TEXT_LENGTH_MAX } from "../../lib/text";
import { useAtom, useSetAtom } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import { answeredAtom, draftsAtom, noteAtom, notingAtom, sendTextAtom, typeAtom } from "../state/talk.atoms";
import { Answering } from "./Answering";
import styles from "./Composer.module.css";
import { ComposerTools } from "./ComposerTools";
import { ReadyAnswers } from "./ReadyAnswers";
import { useSendFile } from "./useSendFile";

export type ComposerProps = { userId: string };

/** What the agent writes: Enter sends, Shift+Enter begins a line, files come by button, paste or drop. */
export function Composer({ userId }: ComposerProps) {
  const { t } = useTranslation("desk");
  const [drafts, setDrafts] = useAtom(draftsAtom);
  const sendText = useSetAtom(sendTextAtom);
  const sendFile = useSendFile(userId);
  const type = useSetAtom(typeAtom);
  const field = useRef<HTMLTextAreaElement>(null);
  const words = drafts[userId] ?? "";
  const setWords = (next: string) => setDrafts({ ...drafts, [userId]: next });

  const [isReadyOpen, setReadyOpen] = useState(false);
  const [isEmojiOpen, setEmojiOpen] = useState(false);
  const closeEmoji = useCallback(() => setEmojiOpen(false), []);
  const [allNoting, setNoting] = useAtom(notingAtom);
  const isNote = allNoting[userId] ?? false;
  const keepNote = useSetAtom(noteAtom);
  const [allAnswered, setAnswered] = useAtom(answeredAtom);
  const answered = allAnswered[userId] ?? "";
  const answer = (messageId: string) => setAnswered({ ...allAnswered, [userId]: messageId });

  useEffect(() => {
    // Who answers a message goes on writing.
    if (answered !== "") field.current?.focus();
  }, [answered]);

  useEffect(() => {
    // Phones would cover the conversation with their keyboard.
    if (!matchMedia("(pointer: coarse)").matches) field.current?.focus();
  }, []);

  function note(isOn: boolean) {
    setNoting({ ...allNoting, [userId]: isOn });
    field.current?.focus();
  }
  function send() {
    if (isBlank(words)) return;
    const said = { userId, words: normalised(words).trim() };
    if (isNote) keepNote(said);
    else sendText(said);
    setWords("");
    setEmojiOpen(false);
    field.current?.focus();
  }
  function insert(sign: string) {
    const element = field.current;
    const [from, to] = [element?.selectionStart ?? words.length, element?.selectionEnd ?? words.length];
    if (words.length - (to - from) + sign.length > TEXT_LENGTH_MAX) return;
    setWords(words.slice(0, from) + sign + words.slice(to));
    requestAnimationFrame(() => element?.setSelectionRange(from + sign.length, from + sign.length));
  }
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    for (const file of files) {
      if (file.type.startsWith("image/")) void asPng(file).then(sendFile);
      else sendFile(file);
    }
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Escape" && answered !== "") answer("");
    if (event.key === "Escape" && isNote) note(false);
    // A slash begins no answer: it looks for one.
    if (event.key === "/" && words === "") {
      event.preventDefault();
      setReadyOpen(true);
    }
    // While an input method composes, Enter belongs to it.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <>
      <form
        className={clsx(styles.composer, isNote && styles.noting)}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {isNote ? null : <Answering userId={userId} onLeave={() => field.current?.focus()} />}
        <div className={styles.row}>
          <ComposerTools
            isNote={isNote}
            isEmojiOpen={isEmojiOpen}
            onFiles={(files) => {
              for (const file of files) sendFile(file);
            }}
            onEmoji={() => setEmojiOpen(!isEmojiOpen)}
            onReady={() => setReadyOpen(true)}
            onNote={() => note(!isNote)}
          />
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            value={words}
            maxLength={TEXT_LENGTH_MAX}
            aria-label={t(isNote ? "left_note" : "write")}
            placeholder={t(isNote ? "note_write" : "write")}
            onChange={(event) => {
              setWords(event.target.value);
              if (!isNote && !isBlank(event.target.value)) type(userId);
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <IconButton
            type="submit"
            look="accent"
            label={t(isNote ? "left_keep" : "send")}
            icon={<SendHorizontal size={18} className="mirrored" />}
            disabled={isBlank(words)}
          />
        </div>
        {isEmojiOpen ? (
          // Its words are the visitors' own, and come with the first of them.
          <Suspense>
            <EmojiPanel onChoose={insert} onClose={closeEmoji} />
          </Suspense>
        ) : null}
      </form>
      <ReadyAnswers
        isOpen={isReadyOpen}
        draft={words}
        onChoose={(text) => setWords(words.trim() === "" ? text : `${words.trimEnd()} ${text}`)}
        onClose={() => {
          setReadyOpen(false);
          field.current?.focus();
        }}
      />
    </>
  );
}

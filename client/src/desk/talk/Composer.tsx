import { clsx } from "clsx";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmojiPanel } from "../../features/composer/EmojiPanel";
import { useCaret } from "../../features/composer/useCaret";
import { isBlank, normalised, TEXT_LENGTH_MAX } from "../../lib/text";
import { useAtom, useAtomValue, useSetAtom } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import { draftsAtom, notingAtom, setNotingAtom, writeDraftAtom } from "../state/drafts.atoms";
import { answeredAtom, noteAtom, sendTextAtom, typeAtom } from "../state/sending.atoms";
import { Answering } from "./Answering";
import styles from "./Composer.module.css";
import { ComposerTools } from "./ComposerTools";
import { MentionOptions, useMentionPicker } from "./MentionPicker";
import { ReadyAnswers } from "./ReadyAnswers";
import { ofScreen, pastedFiles, useSendFiles } from "./useSendFiles";

export type ComposerProps = { userId: string };

/** The agent's input: Enter sends, Shift+Enter starts a new line, files come by button, paste or drop. */
export function Composer({ userId }: ComposerProps) {
  const { t } = useTranslation("desk");
  const drafts = useAtomValue(draftsAtom);
  const writeDraft = useSetAtom(writeDraftAtom);
  const sendText = useSetAtom(sendTextAtom);
  const sendFiles = useSendFiles(userId);
  const type = useSetAtom(typeAtom);
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = drafts[userId] ?? "";
  const setDraft = (next: string) => writeDraft({ userId, text: next });

  const [isReadyOpen, setReadyOpen] = useState(false);
  const [emoji, setEmoji] = useState<"closed" | "byPointer" | "byKey">("closed");
  const closeEmoji = useCallback(() => setEmoji("closed"), []);
  const isNote = useAtomValue(notingAtom)[userId] ?? false;
  const setNoting = useSetAtom(setNotingAtom);
  const keepNote = useSetAtom(noteAtom);
  const [allAnswered, setAnswered] = useAtom(answeredAtom);
  const answered = allAnswered[userId] ?? "";
  const answer = (messageId: string) => setAnswered({ ...allAnswered, [userId]: messageId });

  useEffect(() => {
    // After choosing a message to answer, the agent goes on typing.
    if (answered !== "") field.current?.focus();
  }, [answered]);

  useEffect(() => {
    // On phones, the keyboard would cover the conversation.
    if (!matchMedia("(pointer: coarse)").matches) field.current?.focus();
  }, []);

  function write(next: string) {
    setDraft(next);
    if (!isNote && !isBlank(next)) type(userId);
  }
  const insert = useCaret(field, draft, write);
  const names = useMentionPicker({ field, text: draft, isOn: isNote, onText: setDraft });
  function note(isOn: boolean) {
    setNoting({ userId, isOn });
    field.current?.focus();
  }
  function send() {
    if (isBlank(draft)) return;
    const said = { userId, text: normalised(draft).trim() };
    if (isNote) keepNote(said);
    else sendText(said);
    setDraft("");
    setEmoji("closed");
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (names.onKeyDown(event)) return;
    // An open emoji picker closes first, by itself.
    if (event.key === "Escape" && emoji !== "closed") return;
    if (event.key === "Escape" && answered !== "") answer("");
    if (event.key === "Escape" && isNote) note(false);
    // A slash at the start opens the quick replies.
    if (event.key === "/" && draft === "") {
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
        <MentionOptions picker={names} />
        {isNote ? null : <Answering userId={userId} onLeave={() => field.current?.focus()} />}
        <div className={styles.field}>
          <ComposerTools
            isNote={isNote}
            isEmojiOpen={emoji !== "closed"}
            onEmoji={(isByKey) => {
              if (emoji !== "closed") closeEmoji();
              else setEmoji(isByKey ? "byKey" : "byPointer");
            }}
            onFiles={sendFiles}
            onReady={() => setReadyOpen(true)}
            onNote={note}
          />
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            value={draft}
            maxLength={TEXT_LENGTH_MAX}
            {...names.fieldProps}
            aria-label={t(isNote ? "left_note" : "write")}
            placeholder={t(isNote ? "note_write" : "write")}
            onChange={(event) => {
              write(event.target.value);
              names.onCaret();
            }}
            onSelect={names.onCaret}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const files = pastedFiles(event.clipboardData);
              if (files.length === 0) return;
              event.preventDefault();
              void ofScreen(files).then(sendFiles);
            }}
          />
          <IconButton
            type="submit"
            look="accent"
            label={t(isNote ? "left_keep" : "send")}
            icon={<SendHorizontal size={18} className="mirrored" />}
            disabled={isBlank(draft)}
          />
        </div>
        {emoji === "closed" ? null : (
          <Suspense>
            <EmojiPanel isEntered={emoji === "byKey"} onChoose={insert} onClose={closeEmoji} />
          </Suspense>
        )}
      </form>
      <ReadyAnswers
        isOpen={isReadyOpen}
        draft={draft}
        onChoose={(text) => setDraft(draft.trim() === "" ? text : `${draft.trimEnd()} ${text}`)}
        onClose={() => {
          setReadyOpen(false);
          field.current?.focus();
        }}
      />
    </>
  );
}

import { clsx } from "clsx";
import { BookOpen, ImagePlus, SendHorizontal, StickyNote } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { asPng } from "../../lib/asPng";
import { isBlank, normalised, TEXT_LENGTH_MAX } from "../../lib/text";
import { useAtom, useSetAtom } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import { answeredAtom, draftsAtom, noteAtom, notingAtom, sendTextAtom, typeAtom } from "../state/talk.atoms";
import { Answering } from "./Answering";
import styles from "./Composer.module.css";
import { ReadyAnswers } from "./ReadyAnswers";
import { useSendPicture } from "./useSendPicture";

export type ComposerProps = { userId: string };

/** What the agent writes: Enter sends, Shift+Enter begins a line, pictures come by button, paste or drop. */
export function Composer({ userId }: ComposerProps) {
  const { t } = useTranslation("desk");
  const [drafts, setDrafts] = useAtom(draftsAtom);
  const sendText = useSetAtom(sendTextAtom);
  const sendPicture = useSendPicture(userId);
  const type = useSetAtom(typeAtom);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const words = drafts[userId] ?? "";
  const setWords = (next: string) => setDrafts({ ...drafts, [userId]: next });

  const [isReadyOpen, setReadyOpen] = useState(false);
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
    field.current?.focus();
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
        <IconButton
          label={t("image_add")}
          icon={<ImagePlus size={20} />}
          disabled={isNote}
          onClick={() => picker.current?.click()}
        />
        <IconButton
          label={t("ready_open")}
          icon={<BookOpen size={20} />}
          aria-haspopup="dialog"
          onClick={() => setReadyOpen(true)}
        />
        <IconButton
          label={t("left_note")}
          icon={<StickyNote size={20} />}
          aria-pressed={isNote}
          onClick={() => note(!isNote)}
        />
        <input
          ref={picker}
          type="file"
          accept="image/*"
          aria-label={t("image_add")}
          hidden
          onChange={(event) => {
            for (const file of event.target.files ?? []) sendPicture(file);
            event.target.value = "";
          }}
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
          onPaste={(event) => {
            const file = [...event.clipboardData.files].find((one) => one.type.startsWith("image/"));
            if (!file) return;
            event.preventDefault();
            void asPng(file).then(sendPicture);
          }}
        />
        <IconButton
          type="submit"
          look="accent"
          label={t(isNote ? "left_keep" : "send")}
          icon={<SendHorizontal size={18} className="mirrored" />}
          disabled={isBlank(words)}
        />
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

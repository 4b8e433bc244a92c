import { clsx } from "clsx";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmojiPanel } from "../../features/composer/EmojiPanel";
import { useCaret } from "../../features/composer/useCaret";
import { isBlank, normalised, TEXT_LENGTH_MAX } from "../../lib/text";
import { useSetAtom } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import type { Extra } from "../compose/AddMenu";
import { DraftHelp } from "../compose/DraftHelp";
import type { Dialogue } from "../compose/Extras";
import { OpenPlaces } from "../compose/OpenPlaces";
import { PastedDialog } from "../compose/PastedDialog";
import { SlashMenu } from "../compose/SlashMenu";
import { Suggestions } from "../compose/Suggestions";
import { usePlacing } from "../compose/usePlacing";
import { useSlash } from "../compose/useSlash";
import { firstOpen, openPlaces } from "../compose/variables";
import { VoiceNote } from "../compose/voice/VoiceNote";
import { isFieldPress } from "../keys/press";
import { noteAtom, sendTextAtom, typeAtom } from "../state/sending.atoms";
import { Answering } from "./Answering";
import styles from "./Composer.module.css";
import { ComposerTools } from "./ComposerTools";
import { MentionOptions, useMentionPicker } from "./MentionPicker";
import { ReadyAnswers } from "./ReadyAnswers";
import { useComposerOffers } from "./useComposerOffers";
import { useDraft } from "./useDraft";
import { ofScreen, pastedFiles, useSendFiles } from "./useSendFiles";

// Most conversations need none of these.
const Extras = lazy(() => import("../compose/Extras").then(({ Extras }) => ({ default: Extras })));
const OwnReplies = lazy(() =>
  import("../compose/OwnReplies").then(({ OwnReplies }) => ({ default: OwnReplies })),
);

export type ComposerProps = { userId: string };

/** What lies above the composer. */
type Opened = Dialogue | "ready" | "own" | undefined;

/** The agent's input: Enter sends, Shift+Enter starts a new line, files come by button, paste or drop. */
export function Composer({ userId }: ComposerProps) {
  const { t } = useTranslation("desk");
  const sendText = useSetAtom(sendTextAtom);
  const keepNote = useSetAtom(noteAtom);
  const sendFiles = useSendFiles(userId);
  const type = useSetAtom(typeAtom);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, setDraft, isNote, setNote, answered, setAnswered } = useDraft(userId);
  const [opened, setOpened] = useState<Opened>();
  const [isRecording, setRecording] = useState(false);
  const [pasted, setPasted] = useState<readonly File[]>([]);
  const [emoji, setEmoji] = useState<"closed" | "byPointer" | "byKey">("closed");
  const closeEmoji = useCallback(() => setEmoji("closed"), []);
  // The draft whose open variables the agent was asked about.
  const [asked, setAsked] = useState("");

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
  const place = usePlacing(field, draft, write);
  const slash = useSlash({ draft, onPlace: place });
  const names = useMentionPicker({ text: draft, isOn: isNote, onPlace: place });
  function moveCaret(caret: number) {
    slash.onCaret(caret);
    names.onCaret(caret);
  }
  function add(text: string) {
    const before = isBlank(draft) ? "" : `${draft.trimEnd()} `;
    place(before + text, before.length, before.length + text.length);
  }
  function goToOpen() {
    const open = firstOpen(draft);
    field.current?.focus();
    if (open) field.current?.setSelectionRange(open.from, open.to);
  }
  function note(isOn: boolean) {
    setNote(isOn);
    field.current?.focus();
  }
  function send() {
    if (isBlank(draft)) return;
    if (!isNote && asked !== draft && openPlaces(draft).length > 0) {
      setAsked(draft);
      goToOpen();
      return;
    }
    const said = { userId, text: normalised(draft).trim() };
    if (isNote) keepNote(said);
    else sendText(said);
    setDraft("");
    setEmoji("closed");
    field.current?.focus();
  }
  function close() {
    setOpened(undefined);
    setRecording(false);
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (names.onKeyDown(event) || slash.onKey(event)) return;
    // While an input method composes, the keys belong to it.
    if (event.nativeEvent.isComposing) return;
    if (isFieldPress(event.nativeEvent, "send")) send();
    else if (event.key === "Escape" && emoji === "closed" && (answered !== "" || isNote)) {
      setAnswered("");
      if (isNote) note(false);
    } else return;
    event.preventDefault();
  }
  function open(what: "ready" | "own" | Extra) {
    if (what === "voice") setRecording(true);
    else setOpened(what);
  }
  useComposerOffers({
    form,
    field,
    draft,
    isNote,
    isAnswer: answered !== "",
    hasOpenPlaces: openPlaces(draft).length > 0,
    onNote: note,
    onSend: send,
    onEmoji: () => setEmoji("byKey"),
    onOpen: open,
    onAdd: add,
    onReplace: (text) => place(text, 0, text.length),
    onDropQuote: () => {
      setAnswered("");
      field.current?.focus();
    },
    onGoToPlace: goToOpen,
  });
  function paste(files: readonly File[]) {
    // Sending says why a note takes none.
    if (isNote) sendFiles(files);
    else setPasted(files);
  }

  return (
    <>
      <form
        ref={form}
        className={clsx(styles.composer, isNote && styles.noting)}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onKeyDown={(event) => {
          // An open emoji picker closes first, by itself.
          if (event.key === "Escape" && emoji !== "closed") event.preventDefault();
        }}
      >
        <MentionOptions picker={names} />
        {slash.isOpen ? <SlashMenu slash={slash} onManage={() => setOpened("own")} /> : null}
        {isNote ? null : (
          <>
            <Suggestions onChoose={add} />
            <Answering userId={userId} onLeave={() => field.current?.focus()} />
            <OpenPlaces places={openPlaces(draft)} isAsked={asked === draft} onGo={goToOpen} />
            <DraftHelp draft={draft} onUse={(text) => place(text, 0, text.length)} />
            {isRecording ? <VoiceNote onClose={close} onSend={(file) => sendFiles([file])} /> : null}
          </>
        )}
        <div className={styles.field}>
          <ComposerTools
            isNote={isNote}
            isEmojiOpen={emoji !== "closed"}
            onEmoji={(isByKey) => {
              if (emoji !== "closed") closeEmoji();
              else setEmoji(isByKey ? "byKey" : "byPointer");
            }}
            onFiles={sendFiles}
            onReady={() => open("ready")}
            onExtra={open}
            onNote={note}
          />
          <textarea
            ref={field}
            rows={1}
            data-focus-home
            dir="auto"
            value={draft}
            maxLength={TEXT_LENGTH_MAX}
            aria-label={t(isNote ? "left_note" : "write")}
            aria-autocomplete="list"
            aria-controls={slash.isOpen ? slash.listId : names.listId}
            aria-activedescendant={slash.isOpen ? slash.activeId : names.activeId}
            placeholder={t(isNote ? "note_write" : "write")}
            onChange={(event) => {
              moveCaret(event.target.selectionStart);
              write(event.target.value);
            }}
            onSelect={(event) => moveCaret(event.currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
            onBlur={slash.onClose}
            onPaste={(event) => {
              const files = pastedFiles(event.clipboardData);
              if (files.length === 0) return;
              event.preventDefault();
              void ofScreen(files).then(paste);
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
        isOpen={opened === "ready"}
        userId={userId}
        draft={draft}
        onChoose={add}
        onManage={() => setOpened("own")}
        onClose={close}
      />
      <Suspense>{opened === "own" ? <OwnReplies onClose={close} /> : null}</Suspense>
      {pasted.length > 0 ? (
        <PastedDialog files={pasted} onSend={sendFiles} onClose={() => setPasted([])} />
      ) : null}
      <Suspense>
        {opened === undefined || opened === "ready" || opened === "own" ? null : (
          <Extras userId={userId} extra={opened} draft={draft} onDraft={setDraft} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

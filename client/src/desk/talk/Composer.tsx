import { ImagePlus, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { asPng } from "../../lib/asPng";
import { isBlank, normalised, TEXT_LENGTH_MAX } from "../../lib/text";
import { useAtom, useSetAtom } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import { draftsAtom, sendTextAtom, typeAtom } from "../state/talk.atoms";
import styles from "./Composer.module.css";
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

  useEffect(() => {
    // Phones would cover the conversation with their keyboard.
    if (!matchMedia("(pointer: coarse)").matches) field.current?.focus();
  }, []);

  function send() {
    if (isBlank(words)) return;
    sendText({ userId, words: normalised(words).trim() });
    setWords("");
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method composes, Enter belongs to it.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <IconButton
        label={t("image_add")}
        icon={<ImagePlus size={20} />}
        onClick={() => picker.current?.click()}
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
        aria-label={t("write")}
        placeholder={t("write")}
        onChange={(event) => {
          setWords(event.target.value);
          if (!isBlank(event.target.value)) type(userId);
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
        label={t("send")}
        icon={<SendHorizontal size={18} className="mirrored" />}
        disabled={isBlank(words)}
      />
    </form>
  );
}

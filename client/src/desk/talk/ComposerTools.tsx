import { BookOpen, Paperclip, Smile, StickyNote } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { acceptOf } from "../../lib/sendable";
import { IconButton } from "../../ui/IconButton";

const ACCEPT = (["image", "video", "file"] as const).map(acceptOf).join(",");

export type ComposerToolsProps = {
  isNote: boolean;
  isEmojiOpen: boolean;
  onFiles: (files: Iterable<File>) => void;
  onEmoji: () => void;
  onReady: () => void;
  onNote: () => void;
};

/** What stands beside the words: a file, a sign, an answer kept ready, a note instead of a message. */
export function ComposerTools(props: ComposerToolsProps) {
  const { isNote, isEmojiOpen, onFiles, onEmoji, onReady, onNote } = props;
  const { t } = useTranslation("desk");
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={t("file_add")}
        icon={<Paperclip size={20} />}
        disabled={isNote}
        onClick={() => picker.current?.click()}
      />
      <IconButton
        label={t("emoji")}
        icon={<Smile size={20} />}
        aria-expanded={isEmojiOpen}
        onClick={onEmoji}
      />
      <IconButton
        label={t("ready_open")}
        icon={<BookOpen size={20} />}
        aria-haspopup="dialog"
        onClick={onReady}
      />
      <IconButton
        label={t("left_note")}
        icon={<StickyNote size={20} />}
        aria-pressed={isNote}
        onClick={onNote}
      />
      <input
        ref={picker}
        type="file"
        accept={ACCEPT}
        multiple
        aria-label={t("file_add")}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Emptied, so that the same file can be chosen again.
          event.target.value = "";
          onFiles(files);
        }}
      />
    </>
  );
}

import { BookOpen, Paperclip, Smile, StickyNote } from "lucide-react";
import { useTranslation } from "react-i18next";
import { FileTool } from "../../features/composer/FileTool";
import { IconButton } from "../../ui/IconButton";
import { AddMenu, type Extra } from "../compose/AddMenu";
import { ACCEPTED } from "../sendable";
import styles from "./Composer.module.css";

export type ComposerToolsProps = {
  isNote: boolean;
  isEmojiOpen: boolean;
  /** Says whether a key or a pointer opened the picker. */
  onEmoji: (isByKey: boolean) => void;
  onFiles: (files: readonly File[]) => void;
  onReady: () => void;
  onExtra: (extra: Extra) => void;
  onNote: (isOn: boolean) => void;
};

/** The tools beside the field: emoji, files, quick replies, and the note. */
export function ComposerTools(props: ComposerToolsProps) {
  const { isNote, isEmojiOpen, onEmoji, onFiles, onReady, onExtra, onNote } = props;
  const { t } = useTranslation("desk");
  return (
    <div className={styles.tools}>
      <IconButton
        label={t("emoji")}
        icon={<Smile size={20} />}
        aria-expanded={isEmojiOpen}
        // Keeps the caret where the emoji will go.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => onEmoji(event.detail === 0)}
      />
      <FileTool
        accept={ACCEPTED}
        label={t("file_add")}
        icon={<Paperclip size={20} />}
        disabled={isNote}
        onFiles={onFiles}
      />
      <IconButton
        label={t("ready_open")}
        icon={<BookOpen size={20} />}
        aria-haspopup="dialog"
        onClick={onReady}
      />
      {isNote ? null : <AddMenu onChoose={onExtra} />}
      <IconButton
        label={t("left_note")}
        icon={<StickyNote size={20} />}
        aria-pressed={isNote}
        onClick={() => onNote(!isNote)}
      />
    </div>
  );
}

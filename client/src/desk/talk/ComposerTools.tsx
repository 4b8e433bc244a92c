import { BookOpen, Paperclip, Smile, StickyNote } from "lucide-react";
import { useTranslation } from "react-i18next";
import { FileTool } from "../../features/composer/FileTool";
import { IconButton } from "../../ui/IconButton";
import { ACCEPTED } from "../sendable";
import styles from "./Composer.module.css";

export type ComposerToolsProps = {
  isNote: boolean;
  isEmojiOpen: boolean;
  /** By a key, or by a pointer. */
  onEmoji: (isByKey: boolean) => void;
  onFiles: (files: readonly File[]) => void;
  onReady: () => void;
  onNote: (isOn: boolean) => void;
};

/** What stands beside the field: signs, files, answers kept ready, and the note. */
export function ComposerTools(props: ComposerToolsProps) {
  const { isNote, isEmojiOpen, onEmoji, onFiles, onReady, onNote } = props;
  const { t } = useTranslation("desk");
  return (
    <div className={styles.tools}>
      <IconButton
        label={t("emoji")}
        icon={<Smile size={20} />}
        aria-expanded={isEmojiOpen}
        // The caret stays where the sign will go.
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
      <IconButton
        label={t("left_note")}
        icon={<StickyNote size={20} />}
        aria-pressed={isNote}
        onClick={() => onNote(!isNote)}
      />
    </div>
  );
}

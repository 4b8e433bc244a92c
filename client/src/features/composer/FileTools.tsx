import { Clapperboard, Image as ImageIcon, Paperclip } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { acceptOf, type SendableKind, type Takes } from "../../lib/sendable";
import { IconButton } from "../../ui/IconButton";

const TOOLS = [
  { kind: "image", label: "composer_image", Icon: ImageIcon },
  { kind: "video", label: "composer_video", Icon: Clapperboard },
  { kind: "file", label: "composer_file", Icon: Paperclip },
] as const;

export type FileToolsProps = { takes: Takes; onFiles: (files: readonly File[]) => void };

/** A button for each kind of file that can be sent now; the others are absent. */
export function FileTools({ takes, onFiles }: FileToolsProps) {
  const { t } = useTranslation();
  return TOOLS.filter(({ kind }) => takes[kind]).map(({ kind, label, Icon }) => (
    <FileTool key={kind} kind={kind} label={t(label)} icon={<Icon size={22} />} onFiles={onFiles} />
  ));
}

type FileToolProps = {
  kind: SendableKind;
  label: string;
  icon: React.ReactNode;
  onFiles: (files: readonly File[]) => void;
};

function FileTool({ kind, label, icon, onFiles }: FileToolProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} icon={icon} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={acceptOf(kind)}
        multiple
        hidden
        data-kind={kind}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Emptied, so that the same file can be chosen again.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

import { Clapperboard, Image as ImageIcon, Paperclip } from "lucide-react";
import { useTranslation } from "react-i18next";
import { acceptOf, type Takes } from "../../lib/sendable";
import { FileTool } from "./FileTool";

const TOOLS = [
  { kind: "image", label: "composer_image", Icon: ImageIcon },
  { kind: "video", label: "composer_video", Icon: Clapperboard },
  { kind: "file", label: "composer_file", Icon: Paperclip },
] as const;

/** Shows a button for each kind of file that can be sent now. */
export function FileTools({ takes, onFiles }: { takes: Takes; onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  return TOOLS.filter(({ kind }) => takes[kind]).map(({ kind, label, Icon }) => (
    <FileTool
      key={kind}
      kind={kind}
      accept={acceptOf(kind)}
      label={t(label)}
      icon={<Icon size={22} />}
      onFiles={onFiles}
    />
  ));
}

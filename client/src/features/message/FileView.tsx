import type { Content } from "../../wire/message";
import { AudioView } from "./AudioView";
import { FileCard } from "./FileCard";
import { VideoView } from "./VideoView";

export type FileViewProps = {
  file: Extract<Content, { kind: "video" | "audio" | "file" }>;
  /** Share that has been sent, 0 to 1, during an upload. */
  progress: number | undefined;
  onCancel: () => void;
};

/** Shows a video, audio or document, on the visitor's page and on the desk. */
export function FileView({ file, progress, onCancel }: FileViewProps) {
  const { kind, url, fileName } = file;
  if (kind === "video")
    return <VideoView url={url} name={fileName} progress={progress} onCancel={onCancel} />;
  if (kind === "audio" && progress === undefined) return <AudioView url={url} name={fileName} />;
  return (
    <FileCard
      url={url}
      name={fileName}
      kind={kind}
      sizeBytes={kind === "file" ? file.sizeBytes : undefined}
      progress={progress}
      onCancel={onCancel}
    />
  );
}

import type { Content } from "../../wire/message";
import { AudioView } from "./AudioView";
import { FileCard } from "./FileCard";
import { VideoView } from "./VideoView";

export type FileViewProps = {
  file: Extract<Content, { kind: "video" | "audio" | "file" }>;
  /** Share that has left, while it is sent. */
  progress: number | undefined;
  onCancel: () => void;
};

/** A film, a sound or a document: the visitor's page and the desk show each alike. */
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

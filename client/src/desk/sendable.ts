/** Which files an agent may send: all that a visitor may, and audio. The server decides by content. */
import type { AgentFileKind } from "../api/agent";
import { UPLOAD_BYTES_MAX } from "../lib/image";
import { acceptOf, sendableFault, sendableKind } from "../lib/sendable";

/** Protocol, 'Files'. */
const HEARD = ["mp3", "wav", "ogg"];

const ALL = { image: true, video: true, file: true };

/** The `accept` value of the file input. */
export const ACCEPTED = [
  acceptOf("image"),
  acceptOf("video"),
  "audio/*",
  ...HEARD.map((suffix) => `.${suffix}`),
  acceptOf("file"),
].join(",");

/** Returns a file's kind by its suffix; undefined if the suffix is never accepted. */
export function fileKind(name: string): AgentFileKind | undefined {
  const suffix = name.split(".").at(-1)?.toLowerCase() ?? "";
  return name.includes(".") && HEARD.includes(suffix) ? "audio" : sendableKind(name);
}

export type FileFault = "type" | "size";

/** Returns why a file cannot be sent, or undefined. */
export function fileFault(file: Pick<File, "name" | "size" | "type">): FileFault | undefined {
  if (fileKind(file.name) !== "audio") {
    const fault = sendableFault(file, ALL);
    return fault === "notAPicture" ? "type" : fault;
  }
  // A web page renamed to audio still has its own type. Some systems give no type, or a video type for ogg.
  if (/^(image|text)\//.test(file.type)) return "type";
  return file.size > UPLOAD_BYTES_MAX ? "size" : undefined;
}

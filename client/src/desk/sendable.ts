/** Which files an agent may send: all that a visitor may, and what is heard. The server decides by content. */
import type { AgentFileKind } from "../api/agent";
import { UPLOAD_BYTES_MAX } from "../lib/image";
import { acceptOf, sendableFault, sendableKind } from "../lib/sendable";

/** Protocol, 'Files'. */
const HEARD = ["mp3", "wav", "ogg"];

const ALL = { image: true, video: true, file: true };

/** What a field for files offers to choose from. */
export const ACCEPTED = [
  acceptOf("image"),
  acceptOf("video"),
  "audio/*",
  ...HEARD.map((suffix) => `.${suffix}`),
  acceptOf("file"),
].join(",");

/** What a file is by its suffix; nothing for one that is never taken. */
export function fileKind(name: string): AgentFileKind | undefined {
  const suffix = name.split(".").at(-1)?.toLowerCase() ?? "";
  return name.includes(".") && HEARD.includes(suffix) ? "audio" : sendableKind(name);
}

export type FileFault = "type" | "size";

/** Why a file cannot be sent, or nothing. */
export function fileFault(file: Pick<File, "name" | "size" | "type">): FileFault | undefined {
  if (fileKind(file.name) !== "audio") {
    const fault = sendableFault(file, ALL);
    return fault === "notAPicture" ? "type" : fault;
  }
  // A page renamed to a sound has the type of a page; some systems name no type, or that of a film in an ogg.
  if (/^(image|text)\//.test(file.type)) return "type";
  return file.size > UPLOAD_BYTES_MAX ? "size" : undefined;
}

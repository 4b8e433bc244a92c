/** Which files may be sent in a chat: Protocol, 'Files'. The server decides by content; this says it sooner. */
import type { FileKind } from "../wire/codes";
import { UPLOAD_BYTES_MAX } from "./image";

export type SendableKind = FileKind;

/** What the channel takes at this moment. */
export type Takes = Readonly<Record<SendableKind, boolean>>;

/** More at once are not taken: each is an upload of its own, one after another. */
export const AT_ONCE_MAX = 9;

export type SendableFault =
  /** Only pictures are taken here. */
  "notAPicture" | "type" | "size";

const SUFFIXES: Readonly<Record<SendableKind, readonly string[]>> = {
  image: ["jpeg", "gif", "jpg", "png", "bmp", "pic", "svg", "webp"],
  video: ["mp4", "avi", "mov", "rmvb", "rm", "flv", "3gp"],
  file: ["pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "csv", "txt", "zip"],
};

const KINDS = ["image", "video", "file"] as const;

/** What a file is by its suffix; nothing for one that is never taken. */
export function sendableKind(name: string): SendableKind | undefined {
  const suffix = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return KINDS.find((kind) => SUFFIXES[kind].includes(suffix));
}

/** Why a file cannot be sent now, or nothing. */
export function sendableFault(
  file: Pick<File, "name" | "size" | "type">,
  takes: Takes,
): SendableFault | undefined {
  const kind = sendableKind(file.name);
  if (kind === undefined || !takes[kind] || !isNamedAsItIs(kind, file.type)) {
    return takes.video || takes.file ? "type" : "notAPicture";
  }
  return file.size > UPLOAD_BYTES_MAX ? "size" : undefined;
}

/** What a field for one kind of file offers to choose from. */
export function acceptOf(kind: SendableKind): string {
  const suffixes = SUFFIXES[kind].map((suffix) => `.${suffix}`).join(",");
  return kind === "file" ? suffixes : `${kind}/*,${suffixes}`;
}

/** A page renamed to a picture has the type of a page; many phones and old formats name no type at all. */
function isNamedAsItIs(kind: SendableKind, type: string): boolean {
  if (type === "" || kind === "file") return true;
  return kind === "video" ? !/^(image|text)\//.test(type) : type.startsWith("image/");
}

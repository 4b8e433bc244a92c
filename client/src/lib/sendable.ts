/** Which files may be sent in a chat: Protocol, 'Files'. The server decides by content; this check is earlier. */
import type { FileKind } from "../wire/codes";
import { UPLOAD_BYTES_MAX } from "./image";

export type SendableKind = FileKind;

/** The kinds of file that the channel accepts at the moment. */
export type Takes = Readonly<Record<SendableKind, boolean>>;

/** Files that can be sent at once; they are uploaded one after another. */
export const AT_ONCE_MAX = 9;

export type SendableFault =
  /** The channel accepts only pictures. */
  "notAPicture" | "type" | "size";

const SUFFIXES: Readonly<Record<SendableKind, readonly string[]>> = {
  image: ["jpeg", "gif", "jpg", "png", "bmp", "pic", "svg", "webp"],
  video: ["mp4", "avi", "mov", "rmvb", "rm", "flv", "3gp"],
  file: ["pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "csv", "txt", "zip"],
};

const KINDS = ["image", "video", "file"] as const;

/** The kind of a file by its suffix; undefined if it is never accepted. */
export function sendableKind(name: string): SendableKind | undefined {
  const suffix = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return KINDS.find((kind) => SUFFIXES[kind].includes(suffix));
}

/** Why a file cannot be sent; undefined if it can. */
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

/** The `accept` attribute of a file field for this kind. */
export function acceptOf(kind: SendableKind): string {
  const suffixes = SUFFIXES[kind].map((suffix) => `.${suffix}`).join(",");
  return kind === "file" ? suffixes : `${kind}/*,${suffixes}`;
}

/** Whether the suffix fits the type, for example of a renamed page. Many phones and old formats give no type. */
function isNamedAsItIs(kind: SendableKind, type: string): boolean {
  if (type === "" || kind === "file") return true;
  return kind === "video" ? !/^(image|text)\//.test(type) : type.startsWith("image/");
}

/** Files attached to a left message or a reply: Protocol, 'Files'. */
import { UPLOAD_BYTES_MAX } from "./image";

/** Protocol, 'Files'. */
export const ATTACHMENTS_MAX = 3;

/** Protocol, 'Files': only pictures. */
export const ATTACHMENT_SUFFIXES = ["gif", "jpeg", "png", "jpg", "bmp"];

/** Documents, archives, office, pdf, text and xml: recognized by name, regardless of their type. */
const DOCUMENTS =
  /\.(docx?|xlsx?|pptx?|od[tsp]|rtf|pdf|txt|csv|md|xml|html?|zip|rar|7z|gz|tar|tgz|bz2|iso|exe|js)$/i;

export type AttachmentFault = "document" | "type" | "size";

/** Why a file cannot be attached; undefined if it can. */
export function attachmentFault(file: Pick<File, "name" | "size" | "type">): AttachmentFault | undefined {
  if (DOCUMENTS.test(file.name)) return "document";
  const suffix = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? "";
  if (!ATTACHMENT_SUFFIXES.includes(suffix) || (file.type !== "" && !file.type.startsWith("image/"))) {
    return "type";
  }
  return file.size > UPLOAD_BYTES_MAX ? "size" : undefined;
}

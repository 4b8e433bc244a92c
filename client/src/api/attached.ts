/** An uploaded file that is sent along. */
export type Attached = { name: string; url: string };

/** A file in the fields of a work order. */
export function fileBody({ name, url }: Attached) {
  return { fileName: name, fileType: url.split(".").at(-1) ?? "", fileUrl: url };
}

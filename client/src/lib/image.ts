/** Pictures before they are sent: Spec §5, Contract §4. */

/** Spec §9: 50 MB. */
export const UPLOAD_BYTES_MAX = 52_428_800;

const SUFFIXES = new Set(["jpeg", "gif", "jpg", "png", "bmp", "svg", "webp"]);

export type ImageFault = "type" | "size";

/** Why a file cannot be sent as a picture, or nothing. */
export function imageFault(file: File): ImageFault | undefined {
  const suffix = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? "";
  if (!file.type.startsWith("image/") || !SUFFIXES.has(suffix)) return "type";
  return file.size > UPLOAD_BYTES_MAX ? "size" : undefined;
}

/** Width and height, so that the picture keeps its place before it loads; nothing when it cannot be read. */
export async function measured(url: string): Promise<{ width: number; height: number } | undefined> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  return { width: image.naturalWidth, height: image.naturalHeight };
}

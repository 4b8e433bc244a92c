/** Pictures before they are sent: Protocol, 'Files'. */

/** Protocol, 'Files': 50 MB. */
export const UPLOAD_BYTES_MAX = 52_428_800;

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

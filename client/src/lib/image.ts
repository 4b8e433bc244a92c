/** The upload limit and the size of pictures: Protocol, 'Files'. */

/** Protocol, 'Files': 50 MB. */
export const UPLOAD_BYTES_MAX = 52_428_800;

/** A picture's width and height in pixels, to reserve its place before it loads; undefined if it cannot be decoded. */
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

/** Cuts a part out of a picture. */

/** What the server takes as a picture. */
export const PICTURES_TAKEN = "image/png,image/jpeg,image/gif,image/webp,image/bmp";

/** Longest side of a cropped picture, in px. */
const SIDE_MAX = 1600;

export type Part = { x: number; y: number; width: number; height: number };

/** The part as a png of its own. */
export async function cropped(address: string, part: Part, name: string): Promise<File> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const scale = Math.min(1, SIDE_MAX / Math.max(part.width, part.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!bytes) throw new Error("no picture");
  return new File([bytes], `${name.replace(/\.\w+$/, "")}.png`, { type: "image/png" });
}

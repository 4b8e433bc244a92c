/** Pictures as png files: Protocol, 'Files'. */

/** Protocol, 'Files': a pasted screenshot is sent as a png. A picture of another type is redrawn as one. */
export async function asPng(file: File): Promise<File> {
  const name = /\.\w+$/.test(file.name) ? pngName(file.name) : "screenshot.png";
  const content = file.type === "image/png" ? file : await redrawn(file);
  return content ? new File([content], name, { type: "image/png" }) : file;
}

/** The name with its suffix replaced by `.png`. */
export function pngName(name: string): string {
  return name.replace(/\.\w+$/, ".png");
}

/** Draws a picture as a png of this size. */
export function drawnPng(picture: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** The picture as a png; null if the browser cannot draw it. */
async function redrawn(file: File): Promise<Blob | null> {
  try {
    const picture = await createImageBitmap(file);
    const png = drawnPng(picture, picture.width, picture.height);
    picture.close();
    return await png;
  } catch {
    return null;
  }
}

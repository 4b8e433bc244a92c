/** What is pasted from the screen: Spec §5. */

/** Spec §5: a pasted screenshot is sent as a png. One that is none is drawn anew, so that it is what it says. */
export async function asPng(file: File): Promise<File> {
  const name = /\.\w+$/.test(file.name) ? file.name.replace(/\.\w+$/, ".png") : "screenshot.png";
  const content = file.type === "image/png" ? file : await drawnAsPng(file);
  return content ? new File([content], name, { type: "image/png" }) : file;
}

/** The picture as a png; nothing where this browser cannot draw it: then it goes as it is. */
async function drawnAsPng(file: File): Promise<Blob | null> {
  try {
    const picture = await createImageBitmap(file);
    const canvas = document.createElement("canvas");
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
    picture.close();
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  } catch {
    return null;
  }
}

/** A picture of the visitor's screen, as far as they let the browser show it. */

/** Whether this browser can be asked. */
export function canShowScreen(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === "function";
}

/** One look at what the visitor chooses; nothing where they choose nothing. What is shared ends with the look. */
export async function screenPicture(): Promise<File | undefined> {
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getDisplayMedia({ video: true });
  } catch {
    // The visitor would rather not, or the system does not let the browser.
    return undefined;
  }
  try {
    return await pictureOf(stream);
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

async function pictureOf(stream: MediaStream): Promise<File | undefined> {
  const video = document.createElement("video");
  video.muted = true;
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return picture ? new File([picture], "screenshot.png", { type: "image/png" }) : undefined;
}

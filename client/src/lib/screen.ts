/** A screenshot of what the visitor chooses to share. */

/** Whether the browser can share a screen. */
export function canShowScreen(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === "function";
}

/** Takes one picture of what the visitor shares, then stops the sharing; undefined if they share nothing. */
export async function screenPicture(): Promise<File | undefined> {
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getDisplayMedia({ video: true });
  } catch {
    // The visitor refused, or the system does not allow it.
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

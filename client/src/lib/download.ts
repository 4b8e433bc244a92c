/** Downloads a file with progress and saves it under its own name: Requirement CH-07. */

/** Fetches and saves `url`. `onProgress` gets the loaded share, 0 to 1, or undefined if the size is unknown. */
export async function download(
  url: string,
  name: string,
  onProgress: (share: number | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
  const size = Number(response.headers.get("Content-Length"));
  const parts: BlobPart[] = [];
  let come = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    come += value.byteLength;
    onProgress(size > 0 ? Math.min(1, come / size) : undefined);
  }
  saveFile(new Blob(parts, { type: response.headers.get("Content-Type") ?? "" }), name);
}

/** Saves a file that the page has made. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL later, after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

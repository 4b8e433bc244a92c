/** Reads a large text file line by line, in the encoding that it was saved in, without blocking the page. */

/** Bytes read at once: small enough that the page stays responsive. */
const SLICE = 1 << 20;

/**
 * Calls `each` with every line and its number from 1, without its line feed, until it returns false. Without an encoding,
 * the file's own is found.
 */
export async function readLines(
  file: Blob,
  each: (line: string, number: number) => boolean,
  encoding?: string,
): Promise<void> {
  let number = 0;
  let rest = "";
  for await (const text of texts(file, new TextDecoder(encoding ?? (await encodingOf(file))))) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (!each(line, ++number)) return;
  }
  if (rest !== "") each(rest, number + 1);
}

async function* texts(file: Blob, decoder: TextDecoder) {
  for (let at = 0; at < file.size; at += SLICE) {
    const bytes = await file.slice(at, at + SLICE).arrayBuffer();
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

/** The server's order: a byte order mark, UTF-16 by its zeros, UTF-8, and GB18030, which includes GBK. */
async function encodingOf(file: Blob): Promise<string> {
  const [first, second, third, fourth] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (second === 0 && fourth === 0) return "utf-16le";
  if (first === 0 && third === 0) return "utf-16be";
  for (const encoding of ["utf-8", "gb18030"]) if (await isReadable(file, encoding)) return encoding;
  return "utf-8";
}

async function isReadable(file: Blob, encoding: string): Promise<boolean> {
  try {
    for await (const _ of texts(file, new TextDecoder(encoding, { fatal: true })));
    return true;
  } catch {
    return false;
  }
}

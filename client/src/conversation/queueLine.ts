/** The tenant's sentence for the queue, userQueueMsg: its ## is the place in the line. Protocol, 'transferAgent'. */

const POSITION = "##";

/** The sentence with the place as it is now. */
export function queueLine(sentence: string, position: number): string {
  return sentence.replaceAll(POSITION, String(position));
}

/**
 * Whether a line of the log is that sentence with a place of some moment. It is not shown: the card says the
 * same, and its number stays true.
 */
export function isQueueLine(text: string, sentence: string): boolean {
  const [before, ...rest] = sentence.split(POSITION);
  const after = rest.at(-1);
  if (before === undefined || after === undefined) return false;
  if (!text.startsWith(before) || !text.endsWith(after)) return false;
  return /^\d+$/.test(text.slice(before.length, text.length - after.length));
}

/** The tenant's queue sentence, userQueueMsg: `##` stands for the position. Protocol, 'transferAgent'. */

const POSITION = "##";

/** The sentence with the visitor's position. */
export function queueLine(sentence: string, position: number): string {
  return sentence.replaceAll(POSITION, String(position));
}

/**
 * Whether a line of the log is this sentence with any position. The page hides it: the queue card shows the current
 * position.
 */
export function isQueueLine(text: string, sentence: string): boolean {
  const [before, ...rest] = sentence.split(POSITION);
  const after = rest.at(-1);
  if (before === undefined || after === undefined) return false;
  if (!text.startsWith(before) || !text.endsWith(after)) return false;
  return /^\d+$/.test(text.slice(before.length, text.length - after.length));
}

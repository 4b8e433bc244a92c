/** What the widget remembers from page to page of the shop. */

/** `open`: the chat was open when the page was left. `used`: it was hidden, but its messages are still wanted. */
export type Remembered = "open" | "used" | undefined;

/** Reads what the last page of this tab left behind. */
export function recall(channelId: string): Remembered {
  try {
    const kept = sessionStorage.getItem(nameOf(channelId));
    if (kept === null) return undefined;
    return kept === "open" ? kept : "used";
  } catch {
    return undefined; // storage may be forbidden to the page: nothing is remembered then
  }
}

/** Leaves a note for the next page of this tab. */
export function remember(channelId: string, kept: Remembered): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(nameOf(channelId));
    else sessionStorage.setItem(nameOf(channelId), kept);
  } catch {
    // as above
  }
}

/** Forgets the tab's note, and what the page keeps for a chat without storage (`panel/keeping`). */
export function forget(channelId: string): void {
  remember(channelId, undefined);
  try {
    localStorage.removeItem(nameOf(channelId));
  } catch {
    // as above
  }
}

/** The one key of a channel, in the tab's storage and in the shop's. */
export function nameOf(channelId: string): string {
  return `frontdesk.chat.${channelId}`;
}

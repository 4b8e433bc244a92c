/** What the widget remembers from page to page of the shop, in one tab. */

/** `open`: the chat was open when the page was left. `used`: it was hidden, but its messages are still wanted. */
export type Remembered = "open" | "used" | undefined;

/** Reads what the last page of this tab left behind. */
export function recall(channelId: string): Remembered {
  try {
    const kept = sessionStorage.getItem(name(channelId));
    if (kept === null) return undefined;
    return kept === "open" ? kept : "used";
  } catch {
    return undefined; // storage may be forbidden to the page: nothing is remembered then
  }
}

/** Leaves a note for the next page of this tab. */
export function remember(channelId: string, kept: Remembered): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(name(channelId));
    else sessionStorage.setItem(name(channelId), kept);
  } catch {
    // as above
  }
}

function name(channelId: string): string {
  return `frontdesk.chat.${channelId}`;
}

/** The widget's state that survives from page to page of the shop. */

/** `open`: the chat was open when the page was left. `used`: it was hidden, but its messages still matter. */
export type Remembered = "open" | "used" | undefined;

/** Reads the note of this tab's previous page. */
export function recall(channelId: string): Remembered {
  try {
    const kept = sessionStorage.getItem(nameOf(channelId));
    if (kept === null) return undefined;
    return kept === "open" ? kept : "used";
  } catch {
    return undefined; // the page may have no access to the storage
  }
}

/** Writes the note for this tab's next page. */
export function remember(channelId: string, kept: Remembered): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(nameOf(channelId));
    else sessionStorage.setItem(nameOf(channelId), kept);
  } catch {
    // as above
  }
}

/** Removes the tab's note, and the values that the page keeps for a chat without storage (`panel/keeping`). */
export function forget(channelId: string): void {
  remember(channelId, undefined);
  try {
    localStorage.removeItem(nameOf(channelId));
  } catch {
    // as above
  }
}

/** The key of a channel, in the tab's session storage and in the shop's local storage. */
export function nameOf(channelId: string): string {
  return `frontdesk.chat.${channelId}`;
}

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

/** The mark among the kept values that the next frame must forget the visitor before it starts. */
export const FORGET = "forget";

/**
 * Removes the tab's note, and puts the mark in place of the values that the page keeps for a chat without storage
 * (`panel/keeping`). Only a frame can remove what the chat's own storage keeps, and perhaps none is loaded.
 */
export function forget(channelId: string): void {
  remember(channelId, undefined);
  try {
    localStorage.setItem(nameOf(channelId), JSON.stringify({ [FORGET]: "1" }));
  } catch {
    // as above
  }
}

/** The key of a channel, in the tab's session storage and in the shop's local storage. */
export function nameOf(channelId: string): string {
  return `frontdesk.chat.${channelId}`;
}

/**
 * What the page keeps for a chat whose own storage the browser denies: one key of the shop's storage for each channel.
 * The values are the chat's own; this page only stores them.
 */

import type { Kept } from "../../bridge/protocol";
import { nameOf } from "../memory";

/** What is kept; nothing if the page itself may store nothing. */
export function keptFor(channelId: string): Kept | undefined {
  const name = nameOf(channelId);
  try {
    const text = localStorage.getItem(name);
    if (text !== null) return read(text);
    // A browser may let a page read and refuse what it writes.
    localStorage.setItem(name, "{}");
    localStorage.removeItem(name);
    return {};
  } catch {
    return undefined;
  }
}

/** Keeps a value, or forgets it. */
export function keep(channelId: string, name: string, value: string | undefined): void {
  const kept = { ...keptFor(channelId), [name]: value };
  try {
    if (Object.values(kept).every((one) => one === undefined)) localStorage.removeItem(nameOf(channelId));
    else localStorage.setItem(nameOf(channelId), JSON.stringify(kept));
  } catch {
    // The storage is full: the chat has the value for as long as the page lives.
  }
}

/** Somebody else on the page may have written over it: then nothing is kept. */
function read(text: string): Kept {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}

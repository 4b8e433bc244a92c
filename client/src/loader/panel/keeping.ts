/**
 * Keeps values for a chat whose storage the browser denies: one key of the shop's local storage for each channel.
 * The page only stores the values and does not read them.
 */

import type { Kept } from "../../bridge/protocol";
import { nameOf } from "../memory";

/** The kept values; undefined if the page itself may not store anything. */
export function keptFor(channelId: string): Kept | undefined {
  const name = nameOf(channelId);
  try {
    const text = localStorage.getItem(name);
    if (text !== null) return read(text);
    // Some browsers let a page read but refuse its writes.
    localStorage.setItem(name, "{}");
    localStorage.removeItem(name);
    return {};
  } catch {
    return undefined;
  }
}

/** Stores a value; undefined removes it. */
export function keep(channelId: string, name: string, value: string | undefined): void {
  const kept = { ...keptFor(channelId), [name]: value };
  try {
    if (Object.values(kept).every((one) => one === undefined)) localStorage.removeItem(nameOf(channelId));
    else localStorage.setItem(nameOf(channelId), JSON.stringify(kept));
  } catch {
    // The storage is full; the chat still has the value until the page closes.
  }
}

/** Parses the kept values; empty if other code of the page has overwritten them. */
function read(text: string): Kept {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}

/** What visitors' pages keep. One keeper, so that it holds between pages where nothing keeps anything, too. */
import { createKeeper } from "../lib/storage";
import { openShelf } from "./shelf";

const shelf = openShelf(window);

export const keeper = createKeeper(shelf.storage);

/** What is kept can be read; whether it outlives the page. */
export const whenKept: Promise<boolean> = shelf.opened;

/** What one tab keeps over a reload; it goes with the tab. */
export const tabKeeper = createKeeper(() => sessionStorage);

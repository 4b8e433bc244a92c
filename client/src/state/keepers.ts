/** The keepers of the visitor pages. One keeper for all pages, so that values also survive between them in memory. */
import { createKeeper } from "../lib/storage";
import { openHostStorage } from "./hostStorage";

const shelf = openHostStorage(window);

export const keeper = createKeeper(shelf.storage);

/** Resolves when kept values can be read, with whether they survive the page. */
export const whenKept: Promise<boolean> = shelf.opened;

/** Values that one tab keeps over a reload. */
export const tabKeeper = createKeeper(() => sessionStorage);

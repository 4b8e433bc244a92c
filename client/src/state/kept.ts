/** What visitors' pages keep in the browser. One keeper, so that it holds between pages where storage is denied too. */
import { createKeeper } from "../lib/storage";

export const keeper = createKeeper(() => localStorage);

/** What one tab keeps over a reload; it goes with the tab. */
export const tabKeeper = createKeeper(() => sessionStorage);

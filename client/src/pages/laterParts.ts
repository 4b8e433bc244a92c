import { parts } from "../lib/lazily";

/** What a chat does not begin with. */
export const later = parts(() => import("./later"));

import { parts } from "../../lib/lazyParts";

/** What a chat does not begin with. */
export const idleParts = parts(() => import("./idleParts"));

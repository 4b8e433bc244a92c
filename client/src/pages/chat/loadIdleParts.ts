import { parts } from "../../lib/lazyParts";

/** Loads the modules that the first screen does not need. */
export const idleParts = parts(() => import("./idleParts"));

import type * as v from "valibot";
import type { inboxPage } from "../../../../wire/admin";

/** Similar questions that the robot did not help with. */
export type Group = v.InferOutput<typeof inboxPage>["groups"][number];

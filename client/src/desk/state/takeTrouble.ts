/** Why an agent could not take a visitor. */
import { ApiError } from "../../api/http";

/** `gone`: somebody else was faster, or the conversation is over. */
export type TakeTrouble = "empty" | "gone" | "full" | "offline" | "unreachable";

/** The reasons of a 409: Protocol, 'Conversations' and 'Watching'. Handing over to oneself has words of its own. */
const REASONS: Readonly<Record<string, TakeTrouble>> = {
  "you are offline": "offline",
  "the agent is not online": "offline",
  "no seat free": "full",
  "the agent has no seat free": "full",
};

export function takeTroubleOf(cause: unknown): TakeTrouble {
  if (!(cause instanceof ApiError)) return "unreachable";
  if (cause.kind === "notFound") return "empty";
  return cause.kind === "conflict" ? (REASONS[cause.message] ?? "gone") : "unreachable";
}

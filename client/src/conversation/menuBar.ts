/** The bar of robot buttons above the input: Protocol, 'Answers', menubar. */
import type { FlowButton } from "../wire/answer";
import type { Conversation, Entry } from "./types";

const NONE: readonly FlowButton[] = [];

/** The buttons of the newest answer that has any, if they are a bar of this session; none while an agent talks. */
export function menuBarOf({
  entries,
  sessionId,
  phase,
}: Pick<Conversation, "entries" | "sessionId" | "phase">): readonly FlowButton[] {
  const last = entries.findLast(({ content }) => content.kind === "answer" && content.buttons.length > 0);
  const isHere = last?.sessionId === sessionId && phase !== "manual";
  return isHere && last.content.kind === "answer" && last.content.isBar ? last.content.buttons : NONE;
}

/** Whether an answer is only a bar, with nothing to show in the conversation. */
export function isBarAlone({ content }: Entry): boolean {
  return content.kind === "answer" && content.isBar && content.parts.length === 0;
}

/** The steps of a new shop, ticked by what the server knows. */
import type { Start } from "../../../wire/setup";

/** Answers that make a robot useful. */
export const ANSWERS_WANTED = 3;
/** The administrator and a colleague. */
const AGENTS_WANTED = 2;

export type Step = {
  id: "answers" | "colours" | "embed" | "invite" | "try";
  isDone: boolean;
  minutes: number;
  to: string;
  /** Opens in another tab, outside the administration. */
  isOutside: boolean;
  count: number;
};

/** `robot` is the one that the answers are written for; empty while it is unknown. */
export function stepsOf(facts: Start, robot: string): Step[] {
  const channel = encodeURIComponent(facts.channel);
  const inside = { isOutside: false, count: 0 };
  return [
    {
      ...inside,
      id: "answers",
      isDone: facts.answers >= ANSWERS_WANTED,
      minutes: 5,
      to: robot ? `/knowledge/${encodeURIComponent(robot)}` : "/knowledge",
      count: facts.answers,
    },
    { ...inside, id: "colours", isDone: facts.hasColours, minutes: 1, to: `/channels/${channel}#look` },
    { ...inside, id: "embed", isDone: facts.isEmbedded, minutes: 3, to: `/channels/${channel}/embed` },
    { ...inside, id: "invite", isDone: facts.agents >= AGENTS_WANTED, minutes: 1, to: "/people" },
    {
      id: "try",
      isDone: facts.isTried,
      minutes: 1,
      to: `/chat_online/index?channelId=${channel}`,
      isOutside: true,
      count: 0,
    },
  ];
}

/** What the visitor looks at in the shop, shown to an agent: Spec §3, the card of the query. */
import type { Card } from "../wire/card";
import type { Sender } from "./sender";
import { transfer } from "./transfer";
import type { Visit } from "./visit";

/** Shows the card beside the talk; one that an agent of this chat has been sent already is not offered again. */
export function showCard(visit: Visit, card: Card | undefined): void {
  const { entries, sessionId } = visit.conversation();
  const isKnown = entries.some(
    ({ content, sender, sessionId: of }) =>
      content.kind === "card" &&
      sender === "visitor" &&
      of === sessionId &&
      content.card.title === card?.title &&
      content.card.url === card.url,
  );
  visit.change({ kind: "cardShown", card: isKnown ? undefined : card });
}

/** Sends it. Where only the robot is there, an agent is asked for first: a robot cannot look at it. */
export async function sendCard(visit: Visit, sender: Sender): Promise<void> {
  const { card, phase } = visit.conversation();
  if (!card || (phase === "robot" && !(await transfer(visit)))) return;
  visit.change({ kind: "cardShown", card: undefined });
  sender.sendCard(card);
}

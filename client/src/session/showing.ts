/** The product card that the visitor may show to an agent: Protocol, 'Query flags', the card of the query. */
import { isRecord } from "../lib/record";
import { type Card, cardOf, productText } from "../wire/card";
import type { Sender } from "./sender";
import { transfer } from "./transfer";
import type { Visit } from "./visit";

/** How long a tab keeps the card. */
const CARD_KEPT_MS = 86_400_000;

/** The tab's card; `isOffered` until the visitor dismisses it. */
type KeptCard = { card: Card; isOffered: boolean };

/** Keeps the card over a reload, and whether the visitor dismissed it. */
export function keepCard(visit: Visit, card: Card | undefined): void {
  const kept = card ?? visit.conversation().card;
  if (!kept) return;
  const value = { card: productText(kept), isOffered: card !== undefined };
  visit.tabKeeper.write(keyOf(visit), value, visit.clock.now(), CARD_KEPT_MS);
}

/** The card offered when the chat opens: the address's card unless it was dismissed, else the tab's kept one. */
export function offeredCard(visit: Visit): Card | undefined {
  const kept = keptCard(visit);
  const asked = visit.query.card;
  if (!asked) return kept?.isOffered ? kept.card : undefined;
  return kept && !kept.isOffered && isSame(kept.card, asked) ? undefined : asked;
}

/** Shows the card at the end of the list, unless it was already sent in this session. */
export function showCard(visit: Visit, card: Card | undefined): void {
  const { entries, sessionId } = visit.conversation();
  const isKnown = entries.some(
    ({ content, sender, sessionId: of }) =>
      content.kind === "card" &&
      sender === "visitor" &&
      of === sessionId &&
      card !== undefined &&
      isSame(content.card, card),
  );
  visit.change({ kind: "cardShown", card: isKnown ? undefined : card });
}

/** Sends the card. If only the robot is there, asks for an agent first, because a robot cannot read cards. */
export async function sendCard(visit: Visit, sender: Sender): Promise<void> {
  const { card, phase } = visit.conversation();
  if (!card || (phase === "robot" && !(await transfer(visit)))) return;
  visit.change({ kind: "cardShown", card: undefined });
  visit.tabKeeper.remove(keyOf(visit));
  sender.sendCard(card);
}

function keptCard(visit: Visit): KeptCard | undefined {
  const kept = visit.tabKeeper.read(keyOf(visit), visit.clock.now());
  if (!isRecord(kept)) return undefined;
  const card = cardOf("product", kept.card);
  return card && { card, isOffered: kept.isOffered === true };
}

function isSame(one: Card, other: Card): boolean {
  return one.title === other.title && one.url === other.url;
}

function keyOf({ channel }: Visit): string {
  return `${channel.tenantId}&card`;
}

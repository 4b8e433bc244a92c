/** The variables of quick replies, such as `{visitor.name}`. */

/** What each variable stands for; undefined or empty if that is not known. */
export type Values = Readonly<Record<string, string | undefined>>;

/** Every variable, as the help of the quick replies lists them. */
export const VARIABLES = [
  "visitor.name",
  "visitor.email",
  "agent.name",
  "shop.name",
  "order.number",
  "queue.waiting",
] as const;

/** Names of the administration's older texts: Protocol, 'Orders, left messages, knowledge'. */
const OLDER: Readonly<Record<string, string>> = {
  userName: "visitor.name",
  nick: "agent.name",
  orderNo: "order.number",
};

const PLACE = /\{([a-zA-Z][a-zA-Z0-9_.]{0,39})\}/g;

/** Fills in what is known. A variable without a value stays, so that the agent sees it. */
export function filledIn(text: string, values: Values): string {
  return text.replace(PLACE, (whole, name: string) => values[OLDER[name] ?? name] || whole);
}

/** The places that are still open, each once. */
export function openPlaces(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([place]) => place))];
}

/** Where the first open place is. */
export function firstOpen(text: string): { from: number; to: number } | undefined {
  const [match] = text.matchAll(PLACE);
  return match && { from: match.index, to: match.index + match[0].length };
}

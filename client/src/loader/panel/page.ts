/** What the loader says of the shop's page around the chat; shown to the agent, never put into an address. */
import type { VisitorFacts } from "../../../packages/embed/src/api";

/** The facts of the page beside those of the visitor. */
export type PageFacts = {
  readonly title: string;
  readonly refer: string;
  readonly previousUrl: string;
  readonly context?: Readonly<Record<string, string>> | undefined;
};

/** The server refuses more: Protocol, 'Sizes and times'. */
const ENTRIES_MAX = 20;
const NAME_MAX = 40;
const VALUE_MAX = 200;
const TITLE_MAX = 200;
const JSON_MAX = 8192;

/** Adds the page's facts to the visitor's. Addresses come without their query, which may be private. */
export function withPage(
  visitor: VisitorFacts | undefined,
  context: Readonly<Record<string, unknown>> | undefined,
): VisitorFacts & PageFacts {
  return {
    ...visitor,
    title: document.title.slice(0, TITLE_MAX),
    refer: location.origin + location.pathname,
    previousUrl: withoutQuery(document.referrer),
    context: smallContext(context),
  };
}

/** The context within its limits: longer texts are cut, and what is no short value is left out. */
export function smallContext(
  context: Readonly<Record<string, unknown>> | undefined,
): Record<string, string> | undefined {
  const values = Object.entries(context ?? {}).filter(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  const kept = Object.fromEntries(
    values
      .slice(0, ENTRIES_MAX)
      .map(([name, value]) => [name.slice(0, NAME_MAX), String(value).slice(0, VALUE_MAX)]),
  );
  return JSON.stringify(kept).length > JSON_MAX ? undefined : kept;
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*/s, "");
}

/** The things of the administration API, and the fields that name each: Protocol, 'Things'. */
import type { ThingName } from "../../api/admin";
import type { Thing } from "../../wire/things";

const NAMES = {
  tenant: [],
  evaluation: [],
  sensitiveWords: [],
  channels: ["channelId"],
  groups: ["id"],
  agents: ["adminId"],
  robots: ["robotNo"],
  docs: ["robotNo", "docId", "lang"],
  testQuestions: ["robotNo", "questionId"],
  flows: ["flowId"],
  templates: ["templateId"],
  quickReplies: ["id"],
  tags: ["id"],
  webhooks: ["webhookId"],
  signOn: [],
} as const satisfies Record<string, readonly string[]>;

export type Kind = keyof typeof NAMES;

/** The fields that name a thing of a kind. */
export function nameFields(kind: Kind): readonly string[] {
  return NAMES[kind];
}

/** What get and delete name a thing by. */
export function nameOf(kind: Kind, thing: Readonly<Record<string, unknown>>): ThingName {
  return Object.fromEntries(nameFields(kind).map((field) => [field, String(thing[field] ?? "")]));
}

/** One text for a thing's name: the key of lists, drafts and caches. */
export function keyOf(kind: Kind, thing: Readonly<Record<string, unknown>>): string {
  return Object.values(nameOf(kind, thing)).join("/");
}

/** The page of each kind's things, below the administration's address. */
const PAGES: Readonly<Record<Kind, (key: string) => string>> = {
  tenant: () => "/connections",
  evaluation: () => "/texts/evaluation",
  sensitiveWords: () => "/texts/words",
  channels: (key) => `/channels/${key}`,
  groups: (key) => `/people/groups/${key}`,
  agents: (key) => `/people/agents/${key}`,
  robots: (key) => `/knowledge/${key}/settings`,
  docs: (key) => `/knowledge/${key.replace("/", "/docs/")}`,
  testQuestions: (key) => `/knowledge/${key.split("/")[0]}/tests`,
  flows: (key) => `/flows/${key}`,
  templates: (key) => `/forms/${key}`,
  quickReplies: (key) => `/texts/replies/${key}`,
  tags: (key) => `/texts/tags/${key}`,
  webhooks: (key) => `/connections/webhooks/${key}`,
  signOn: () => "/connections/sign-on",
};

/** The address of a thing's page. */
export function pageOf(kind: Kind, key: string): string {
  return PAGES[kind](key.split("/").map(encodeURIComponent).join("/"));
}

export function isKind(name: string): name is Kind {
  return Object.hasOwn(NAMES, name);
}

/** A field of a thing as text; empty if it is something else. */
export function textOf(thing: Thing, field: string): string {
  const value = thing[field];
  return typeof value === "string" ? value : "";
}

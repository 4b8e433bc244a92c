import type { AdminKey } from "../../form/specs";

/** What the audit log is about; a thing that is not here is shown as the server names it. */
export const THINGS: Readonly<Record<string, AdminKey>> = {
  tenant: "thing_tenant",
  channels: "thing_channels",
  agents: "thing_agents",
  groups: "thing_groups",
  robots: "thing_robots",
  docs: "thing_docs",
  testQuestions: "thing_testQuestions",
  flows: "thing_flows",
  templates: "thing_templates",
  quickReplies: "thing_quickReplies",
  tags: "thing_tags",
  sensitiveWords: "thing_sensitiveWords",
  evaluation: "thing_evaluation",
  signOn: "thing_signOn",
  visitor: "thing_visitor",
  blocks: "thing_blocks",
  login: "thing_login",
  webPage: "thing_webPage",
  apiKeys: "thing_apiKeys",
  mail: "thing_mail",
  transcript: "thing_transcript",
  operators: "thing_operators",
  webhooks: "thing_webhooks",
};

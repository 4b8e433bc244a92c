import type { Scope } from "../../../../wire/apiKeys";
import type { AdminKey } from "../../../form/specs";

/** What each scope permits, in words. */
export const SCOPE_WORDS: Readonly<Record<Scope, { name: AdminKey; help: AdminKey }>> = {
  "conversations:read": {
    name: "keys_scope_conversations_read",
    help: "keys_scope_conversations_read_help",
  },
  "messages:write": { name: "keys_scope_messages_write", help: "keys_scope_messages_write_help" },
  "knowledge:manage": { name: "keys_scope_knowledge_manage", help: "keys_scope_knowledge_manage_help" },
  "channels:manage": { name: "keys_scope_channels_manage", help: "keys_scope_channels_manage_help" },
  reports: { name: "keys_scope_reports", help: "keys_scope_reports_help" },
};

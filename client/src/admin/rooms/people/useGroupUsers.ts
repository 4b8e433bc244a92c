import { useTranslation } from "react-i18next";
import { isRecord } from "../../../lib/record";
import type { Thing } from "../../../wire/things";
import { useAllThings } from "../../list/useAllThings";
import { type Kind, keyOf, textOf } from "../../things/kinds";
import { wordsIn } from "../../things/words";
import { groupsOf } from "./fields";

export type GroupUser = { kind: Kind; key: string; name: string };

/** The agents in a group, and the channels that lead to it. */
export function useGroupUsers(id: string): { users: GroupUser[]; isKnown: boolean } {
  const { i18n } = useTranslation("admin");
  const agents = useAllThings("agents", { search: id });
  const channels = useAllThings("channels", { search: id });
  const members = (agents.things ?? [])
    .filter((agent) => groupsOf(agent).includes(id))
    .map((agent) => ({
      kind: "agents" as const,
      key: keyOf("agents", agent),
      name: textOf(agent, "adminNick") || textOf(agent, "account"),
    }));
  const ways = (channels.things ?? [])
    .filter((channel) => leadsTo(channel, id))
    .map((channel) => ({
      kind: "channels" as const,
      key: keyOf("channels", channel),
      name: wordsIn(channel.titleDesc, i18n.language) || keyOf("channels", channel),
    }));
  const isKnown = [agents, channels].every((query) => query.isSuccess && !query.hasNextPage);
  return { users: [...members, ...ways], isKnown };
}

function leadsTo(channel: Thing, id: string): boolean {
  const offered: unknown[] = Array.isArray(channel.groupConfig) ? channel.groupConfig : [];
  return channel.groupId === id || offered.some((one) => isRecord(one) && one.groupId === id);
}

import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { agentAtom } from "../state/agent.atoms";
import { itemColleaguesAtom, loadItemColleaguesAtom } from "../state/items.atoms";

/** `name` is shown where one is chosen; it says which of them is the agent. */
export type Assignee = { id: string; nick: string; name: string };

/** Returns the agents who can do something: the agent first, then the colleagues by name. */
export function useAssignees(): readonly Assignee[] {
  const { t } = useTranslation("desk");
  const me = useAtomValue(agentAtom);
  const colleagues = useAtomValue(itemColleaguesAtom);
  const load = useSetAtom(loadItemColleaguesAtom);
  const isKnown = colleagues.length > 0;
  useEffect(() => {
    if (!isKnown) void load();
  }, [isKnown, load]);
  const own = me ? [{ id: me.id, nick: me.nick, name: t("item_me", { name: me.nick }) }] : [];
  return [...own, ...colleagues.map(({ id, name }) => ({ id, nick: name, name }))];
}

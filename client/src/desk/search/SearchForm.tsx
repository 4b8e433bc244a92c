import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import type { Group } from "../../wire/account";
import { type Found, foundKinds } from "../../wire/search";
import { focusOpenRow } from "../lists/rows";
import { agentAtom } from "../state/agent.atoms";
import { channelNamesAtom, loadChannelNamesAtom } from "../state/channelNames.atoms";
import { itemColleaguesAtom, loadItemColleaguesAtom } from "../state/items.atoms";
import { changeFilterAtom, filterAtom, searchAsksAtom } from "../state/search.atoms";
import { tagListAtom } from "../state/tags.atoms";
import { Choice } from "./Choice";
import { FilterForm } from "./FilterForm";
import styles from "./FoundList.module.css";
import { emptyFilter, filtersSet } from "./filter";
import { agentName, namedOptions } from "./filterNames";

/** Protocol, 'Search': the longest text. */
const TEXT_MAX = 100;
const DAYS = [1, 7, 30, 365] as const;

/** The words and the filters of a search. Channels and agents are offered as they were found. */
export function SearchForm({ groups, found }: { groups: readonly Group[]; found: readonly Found[] }) {
  const { t } = useTranslation("desk");
  const filter = useAtomValue(filterAtom);
  const change = useSetAtom(changeFilterAtom);
  const asks = useAtomValue(searchAsksAtom);
  const field = useRef<HTMLInputElement>(null);
  const count = filtersSet(filter);
  useEffect(() => {
    if (asks > 0) field.current?.focus();
  }, [asks]);
  return (
    <FilterForm
      look={styles}
      field={
        <input
          ref={field}
          type="search"
          className={styles.field}
          aria-label={t("search_label")}
          placeholder={t("search_hint")}
          maxLength={TEXT_MAX}
          dir="auto"
          value={filter.text}
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") focusOpenRow();
            else if (event.key === "Escape" && filter.text !== "") change({ text: "" });
            else return;
            event.preventDefault();
          }}
        />
      }
      onClear={filter.text === "" ? undefined : () => change({ text: "" })}
      count={count}
      onDrop={() => change({ ...emptyFilter, text: filter.text, state: filter.state })}
      isOpenAtFirst={count > 0}
    >
      <Filters groups={groups} found={found} />
    </FilterForm>
  );
}

function Filters({ groups, found }: { groups: readonly Group[]; found: readonly Found[] }) {
  const { t } = useTranslation("desk");
  const filter = useAtomValue(filterAtom);
  const change = useSetAtom(changeFilterAtom);
  const me = useAtomValue(agentAtom);
  const tags = useAtomValue(tagListAtom);
  const colleagues = useAtomValue(itemColleaguesAtom);
  const names = new Map(colleagues.map(({ id, name }) => [id, name]));
  const titles = useAtomValue(channelNamesAtom);
  const loadColleagues = useSetAtom(loadItemColleaguesAtom);
  const loadTitles = useSetAtom(loadChannelNamesAtom);
  const channels = seen(
    found.map((one) => one.channelId),
    filter.channelId,
  );
  const agents = seen(
    found.flatMap((one) => one.agents),
    filter.adminId,
  ).filter((agent) => agent !== me?.id);
  const asked = channels.join(" ");
  useEffect(() => void loadTitles(asked.split(" ").filter((id) => id !== "")), [loadTitles, asked]);
  const areColleaguesKnown = colleagues.length > 0;
  useEffect(() => {
    if (!areColleaguesKnown) void loadColleagues();
  }, [loadColleagues, areColleaguesKnown]);
  return (
    <>
      <Choice
        label={t("search_when")}
        value={String(filter.days)}
        onValue={(days) => change({ days: Number(days) })}
        options={[
          ["0", t("search_any_time")],
          ...DAYS.map((days) => [String(days), t("search_days", { count: days })] as const),
        ]}
      />
      <Choice
        label={t("search_kind")}
        value={filter.kind}
        onValue={(kind) => change({ kind: foundKinds.find((one) => one === kind) ?? "" })}
        options={[
          ["", t("search_any")],
          ["conversation", t("search_talk")],
          ["leaveMsg", t("search_leaveMsg")],
          ["workOrder", t("search_workOrder")],
        ]}
      />
      <Choice
        label={t("search_group")}
        value={filter.groupId}
        onValue={(groupId) => change({ groupId })}
        options={[["", t("search_any")], ...groups.map(({ id, name }) => [id, name] as const)]}
      />
      <Choice
        label={t("search_agent")}
        value={filter.adminId}
        onValue={(adminId) => change({ adminId })}
        options={[
          ["", t("search_any")],
          ...(me ? [[me.id, t("sender_me")] as const] : []),
          ...namedOptions(agents, (agent) => agentName(agent, names, t)),
        ]}
      />
      <Choice
        label={t("search_channel")}
        value={filter.channelId}
        onValue={(channelId) => change({ channelId })}
        options={[["", t("search_any")], ...namedOptions(channels, (channel) => titles[channel] ?? "")]}
      />
      <Choice
        label={t("search_rating")}
        value={String(filter.rating)}
        onValue={(rating) => change({ rating: Number(rating) })}
        options={[
          ["0", t("search_any")],
          ...[5, 4, 3, 2, 1].map((stars) => [String(stars), t("search_rated", { count: stars })] as const),
        ]}
      />
      <Choice
        label={t("search_tag")}
        value={filter.tag}
        onValue={(tag) => change({ tag })}
        options={[["", t("search_any")], ...tags.map(({ id, name }) => [id, name] as const)]}
      />
    </>
  );
}

/** Each value once, with the chosen one. */
function seen(values: readonly string[], chosen: string): readonly string[] {
  return [...new Set([...values, chosen])].filter((value) => value !== "").sort();
}

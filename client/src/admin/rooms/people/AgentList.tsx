import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { languageTag } from "../../../i18n/tags";
import { Avatar } from "../../../ui/Avatar";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { Pill } from "../../../ui/Pill";
import { Filter, ListTools } from "../../list/ListTools";
import { Row, Rows } from "../../list/Rows";
import { useAllThings } from "../../list/useAllThings";
import { useSearch } from "../../list/useSearch";
import { Page } from "../../shell/Page";
import { keyOf, pageOf, textOf } from "../../things/kinds";
import { useRemove } from "../../things/useRemove";
import { wordsIn } from "../../things/words";
import { groupsOf, ROLES } from "./fields";
import { PeopleTabs } from "./PeopleTabs";
import { SeatPill } from "./SeatPill";
import { useSeats } from "./useSeats";

const NEW = "/people/agents/new";

/** Everybody who works for the shop. */
export function AgentList() {
  const { t, i18n } = useTranslation("admin");
  const [, navigate] = useLocation();
  const { search, setSearch, asked } = useSearch();
  const [role, setRole] = useState("");
  const [group, setGroup] = useState("");
  const [state, setState] = useState("");
  const query = useAllThings("agents", asked === "" ? {} : { search: asked });
  const { things: groups = [] } = useAllThings("groups");
  const seats = useSeats();
  const remove = useRemove("agents");
  const { compare } = new Intl.Collator(languageTag(i18n.language));
  const groupName = new Map(groups.map((one) => [textOf(one, "id"), wordsIn(one.groupName, i18n.language)]));
  const shown = (query.things ?? [])
    .filter((one) => role === "" || one.role === role)
    .filter((one) => group === "" || groupsOf(one).includes(group))
    .filter((one) => state === "" || (one.passwordSet === true) === (state === "joined"))
    .sort((one, other) => compare(textOf(one, "adminNick"), textOf(other, "adminNick")));
  return (
    <Page
      title={t("people_agents")}
      text={t("agents_text")}
      action={
        <Button look="primary" icon={<UserPlus size={16} />} onClick={() => navigate(NEW)}>
          {t("agent_new")}
        </Button>
      }
    >
      <PeopleTabs />
      <ListTools label={t("agents_search")} search={search} onSearch={setSearch}>
        <Filter
          label={t("agent_role")}
          value={role}
          options={ROLES.map((one) => ({ value: one.value, name: t(one.label) }))}
          onChange={setRole}
        />
        {groups.length === 0 ? null : (
          <Filter
            label={t("thing_groups")}
            value={group}
            options={[...groupName].map(([value, name]) => ({ value, name: name || value }))}
            onChange={setGroup}
          />
        )}
        <Filter
          label={t("agent_state")}
          value={state}
          options={[
            { value: "joined", name: t("agent_joined") },
            { value: "invited", name: t("agent_not_joined") },
          ]}
          onChange={setState}
        />
      </ListTools>
      <Rows
        label={t("people_agents")}
        query={query}
        count={shown.length}
        isFiltered={asked !== "" || role !== "" || group !== "" || state !== ""}
        onClear={() => {
          setSearch("");
          setRole("");
          setGroup("");
          setState("");
        }}
        empty={<Empty icon={<UserPlus size={28} />} title={t("agents_none")} text={t("agents_none_text")} />}
      >
        {shown.map((agent) => {
          const id = keyOf("agents", agent);
          const nick = textOf(agent, "adminNick") || textOf(agent, "account");
          const open = pageOf("agents", id);
          const known = ROLES.find((one) => one.value === agent.role);
          return (
            <Row
              key={id}
              to={open}
              name={nick}
              note={
                <>
                  <bdi>{textOf(agent, "account")}</bdi>
                  {known ? ` · ${t(known.label)}` : null}
                </>
              }
              start={<Avatar src={textOf(agent, "adminFace")} name={nick} size={36} />}
              facts={[
                groupsOf(agent)
                  .map((one) => groupName.get(one) || one)
                  .join(", "),
                t("agent_places", { count: Number(agent.capacity ?? 1) }),
              ]
                .filter((one) => one !== "")
                .join(" · ")}
              pill={
                agent.disabled === 1 ? (
                  <Pill tone="over" text={t("agent_is_disabled")} />
                ) : agent.passwordSet === true ? (
                  <SeatPill seats={seats} agent={id} />
                ) : (
                  <Pill tone="new" text={t("agent_not_joined")} />
                )
              }
              actions={[{ name: t("agent_access"), onAction: () => navigate(`${open}#access`) }]}
              onRemove={() => remove(agent, nick)}
            />
          );
        })}
      </Rows>
    </Page>
  );
}

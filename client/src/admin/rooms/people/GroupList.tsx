import { Plus, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { languageTag } from "../../../i18n/tags";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { ListTools } from "../../list/ListTools";
import { Rows } from "../../list/Rows";
import { useAllThings } from "../../list/useAllThings";
import { useSearch } from "../../list/useSearch";
import { Page } from "../../shell/Page";
import { keyOf } from "../../things/kinds";
import { wordsIn } from "../../things/words";
import { groupsOf } from "./fields";
import { GroupRow } from "./GroupRow";
import { PeopleTabs } from "./PeopleTabs";
import { useSeats } from "./useSeats";

const NEW = "/people/groups/new";

/** Groups of agents. */
export function GroupList() {
  const { t, i18n } = useTranslation("admin");
  const [, navigate] = useLocation();
  const { search, setSearch, asked } = useSearch();
  const query = useAllThings("groups", asked === "" ? {} : { search: asked });
  const { things: agents } = useAllThings("agents");
  const seats = useSeats();
  const { compare } = new Intl.Collator(languageTag(i18n.language));
  const named = (query.things ?? [])
    .map((one) => ({ id: keyOf("groups", one), name: wordsIn(one.groupName, i18n.language) }))
    .sort((one, other) => compare(one.name, other.name));
  const add = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => navigate(NEW)}>
      {t("group_new")}
    </Button>
  );
  return (
    <Page title={t("people_groups")} text={t("groups_text")} action={add}>
      <PeopleTabs />
      {named.length > 8 || search !== "" ? (
        <ListTools label={t("groups_search")} search={search} onSearch={setSearch} />
      ) : null}
      <Rows
        label={t("people_groups")}
        query={query}
        count={named.length}
        isFiltered={asked !== ""}
        onClear={() => setSearch("")}
        empty={<Empty icon={<Users size={28} />} title={t("groups_none")} text={t("groups_none_text")} />}
      >
        {named.map(({ id, name }) => (
          <GroupRow
            key={id}
            id={id}
            name={name}
            members={agents?.filter((agent) => groupsOf(agent).includes(id))}
            seats={seats}
          />
        ))}
      </Rows>
    </Page>
  );
}

import { Plus, Tag } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { languageTag } from "../../../i18n/tags";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { TagChip } from "../../../ui/TagChip";
import { TAG_COLOURS } from "../../../wire/team";
import { ListTools } from "../../list/ListTools";
import { Row, Rows } from "../../list/Rows";
import { useAllThings } from "../../list/useAllThings";
import { useSearch } from "../../list/useSearch";
import { Page } from "../../shell/Page";
import { keyOf, pageOf, textOf } from "../../things/kinds";
import { useRemove } from "../../things/useRemove";
import { TextsTabs } from "./TextsTabs";

/** The tags that agents can give to conversations. */
export function TagList() {
  const { t, i18n } = useTranslation("admin");
  const [, navigate] = useLocation();
  const { search, setSearch, asked } = useSearch();
  const query = useAllThings("tags", asked === "" ? {} : { search: asked });
  const remove = useRemove("tags");
  const { compare } = new Intl.Collator(languageTag(i18n.language));
  const shown = (query.things ?? [])
    .map((tag) => ({
      tag,
      id: keyOf("tags", tag),
      name: textOf(tag, "name"),
      colour: TAG_COLOURS.find((colour) => colour === tag.colour) ?? "grey",
    }))
    .sort((one, other) => compare(one.name, other.name));
  const add = () => navigate("/texts/tags/new");
  return (
    <Page
      title={t("texts_tags")}
      text={t("tags_text")}
      action={
        <Button look="primary" icon={<Plus size={16} />} onClick={add}>
          {t("tag_new")}
        </Button>
      }
    >
      <TextsTabs />
      {search !== "" || shown.length > 0 ? (
        <ListTools label={t("tags_search")} search={search} onSearch={setSearch} />
      ) : null}
      <Rows
        label={t("texts_tags")}
        query={query}
        count={shown.length}
        isFiltered={search !== ""}
        onClear={() => setSearch("")}
        empty={
          <Empty icon={<Tag size={28} />} title={t("tags_none")} text={t("tags_none_text")}>
            <Button look="outline" onClick={add}>
              {t("tag_new")}
            </Button>
          </Empty>
        }
      >
        {shown.map(({ tag, id, name, colour }) => (
          <Row
            key={id}
            to={pageOf("tags", id)}
            name={name}
            facts={<TagChip name={t(`tag_colour_${colour}`)} colour={colour} />}
            onRemove={() => remove(tag, name)}
          />
        ))}
      </Rows>
    </Page>
  );
}

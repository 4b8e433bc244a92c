import { MessageSquareText, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { languageTag } from "../../../i18n/tags";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { Filter, ListTools } from "../../list/ListTools";
import { Row, Rows } from "../../list/Rows";
import { useAllThings } from "../../list/useAllThings";
import { useSearch } from "../../list/useSearch";
import { Page } from "../../shell/Page";
import { keyOf, pageOf, textOf } from "../../things/kinds";
import { useRemove } from "../../things/useRemove";
import { wordsIn } from "../../things/words";
import { useFolders } from "./ownFields";
import { TextsTabs } from "./TextsTabs";

/** The quick replies that all agents share. */
export function ReplyList() {
  const { t, i18n } = useTranslation("admin");
  const [, navigate] = useLocation();
  const { search, setSearch, asked } = useSearch();
  const [folder, setFolder] = useState("");
  const folders = useFolders();
  const query = useAllThings("quickReplies", asked === "" ? {} : { search: asked });
  const remove = useRemove("quickReplies");
  const { compare } = new Intl.Collator(languageTag(i18n.language));
  const shown = (query.things ?? [])
    .filter((one) => folder === "" || textOf(one, "folder") === folder)
    .map((reply) => ({
      reply,
      id: keyOf("quickReplies", reply),
      folder: textOf(reply, "folder"),
      title: wordsIn(reply.title, i18n.language),
      text: wordsIn(reply.text, i18n.language),
    }))
    .sort((one, other) => compare(one.folder, other.folder) || compare(one.title, other.title));
  const isFiltered = search !== "" || folder !== "";
  const add = () => navigate("/texts/replies/new");
  return (
    <Page
      title={t("texts_replies")}
      text={t("replies_text")}
      action={
        <Button look="primary" icon={<Plus size={16} />} onClick={add}>
          {t("reply_new")}
        </Button>
      }
    >
      <TextsTabs />
      {isFiltered || shown.length > 0 ? (
        <ListTools label={t("replies_search")} search={search} onSearch={setSearch}>
          {folders.length === 0 ? null : (
            <Filter
              label={t("reply_folder")}
              value={folder}
              options={folders.map((one) => ({ value: one, name: one }))}
              onChange={setFolder}
            />
          )}
        </ListTools>
      ) : null}
      <Rows
        label={t("texts_replies")}
        query={query}
        count={shown.length}
        isFiltered={isFiltered}
        onClear={() => {
          setSearch("");
          setFolder("");
        }}
        empty={
          <Empty
            icon={<MessageSquareText size={28} />}
            title={t("replies_none")}
            text={t("replies_none_text")}
          >
            <Button look="outline" onClick={add}>
              {t("reply_new")}
            </Button>
          </Empty>
        }
      >
        {shown.map((one) => (
          <Row
            key={one.id}
            to={pageOf("quickReplies", one.id)}
            name={one.title || one.id}
            note={<bdi>{one.text}</bdi>}
            facts={<bdi>{one.folder}</bdi>}
            onRemove={() => remove(one.reply, one.title || one.id)}
          />
        ))}
      </Rows>
    </Page>
  );
}

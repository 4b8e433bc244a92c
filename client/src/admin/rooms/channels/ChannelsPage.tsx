import { MessagesSquare, Plus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import type { Thing } from "../../../wire/things";
import { Loaded } from "../../shell/Loaded";
import { Page } from "../../shell/Page";
import { type Row, ThingList } from "../../shell/ThingList";
import { pageOf, textOf } from "../../things/kinds";
import { useRemove } from "../../things/useRemove";
import { useThings } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { RECEIVE_MODES } from "./receiveModes";

/** The list of channels. */
export function ChannelsPage() {
  const { t, i18n } = useTranslation("admin");
  const [, goTo] = useLocation();
  const [search, setSearch] = useState("");
  const query = useThings("channels", { search: useDeferredValue(search) });
  const remove = useRemove("channels");

  const rowOf = (channel: Thing): Row => {
    const id = textOf(channel, "channelId");
    const name = wordsIn(channel.titleDesc, i18n.language) || id;
    const to = pageOf("channels", id);
    return {
      id,
      to,
      name,
      note: `${id} · ${t(RECEIVE_MODES[Number(channel.receiveMode ?? 0)] ?? "receive_robot_first")}`,
      icon: <Swatch colour={textOf(channel, "mainColor")} />,
      actions: [
        { id: "embed", name: t("channel_embed"), onAction: () => goTo(`${to}/embed`) },
        { id: "remove", name: t("delete"), isDanger: true, onAction: () => remove(channel, name) },
      ],
    };
  };
  const add = (
    <Button look="primary" icon={<Plus size={18} />} onClick={() => goTo("/channels/new")}>
      {t("channel_add")}
    </Button>
  );
  return (
    <Page title={t("room_channels")} text={t("channels_text")} action={add}>
      <Loaded query={{ ...query, data: query.things }}>
        {(channels) =>
          channels.length === 0 && search === "" ? (
            <Empty
              icon={<MessagesSquare size={28} />}
              title={t("channels_empty")}
              text={t("channels_empty_text")}
            >
              {add}
            </Empty>
          ) : (
            <ThingList
              label={t("room_channels")}
              rows={channels.map(rowOf)}
              search={search}
              onSearch={setSearch}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

function Swatch({ colour }: { colour: string }) {
  return (
    <svg width="20" height="20" aria-hidden="true">
      <circle cx="10" cy="10" r="9" fill={colour || "var(--line)"} stroke="var(--line)" />
    </svg>
  );
}

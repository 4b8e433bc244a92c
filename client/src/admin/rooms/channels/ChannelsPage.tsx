import { MessagesSquare, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { Pill } from "../../../ui/Pill";
import { Row } from "../../list/Rows";
import { SearchedRows } from "../../list/SearchedRows";
import { Page } from "../../shell/Page";
import { pageOf, textOf } from "../../things/kinds";
import { useRemove } from "../../things/useRemove";
import { wordsIn } from "../../things/words";
import { RECEIVE_MODES } from "./receiveModes";

/** The list of channels; one with a draft that is not published has a mark. */
export function ChannelsPage() {
  const { t, i18n } = useTranslation("admin");
  const [, goTo] = useLocation();
  const remove = useRemove("channels");
  const add = (
    <Button look="primary" icon={<Plus size={18} />} onClick={() => goTo("/channels/new")}>
      {t("channel_add")}
    </Button>
  );
  return (
    <Page title={t("room_channels")} text={t("channels_text")} action={add}>
      <SearchedRows
        kind="channels"
        label={t("room_channels")}
        empty={
          <Empty
            icon={<MessagesSquare size={28} />}
            title={t("channels_empty")}
            text={t("channels_empty_text")}
          >
            {add}
          </Empty>
        }
      >
        {(channel) => {
          const id = textOf(channel, "channelId");
          const name = wordsIn(channel.titleDesc, i18n.language) || id;
          const to = pageOf("channels", id);
          const mode = RECEIVE_MODES[Number(channel.receiveMode ?? 0)] ?? "receive_robot_first";
          return (
            <Row
              key={id}
              to={to}
              name={name}
              note={
                <>
                  <bdi>{id}</bdi> · {t(mode)}
                </>
              }
              start={<Swatch colour={textOf(channel, "mainColor")} />}
              pill={channel.hasDraft === true ? <Pill tone="busy" text={t("channel_has_draft")} /> : null}
              actions={[{ name: t("channel_embed"), onAction: () => goTo(`${to}/embed`) }]}
              onRemove={() => remove(channel, name)}
            />
          );
        }}
      </SearchedRows>
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

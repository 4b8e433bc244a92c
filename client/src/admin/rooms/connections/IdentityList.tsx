import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Empty } from "../../../ui/Empty";
import { Pill } from "../../../ui/Pill";
import { Row, Rows } from "../../list/Rows";
import { useAllThings } from "../../list/useAllThings";
import { Page } from "../../shell/Page";
import { keyOf } from "../../things/kinds";
import { wordsIn } from "../../things/words";
import { ConnectionsTabs } from "./ConnectionsTabs";

/** The channels, and whether each has an identity secret. */
export function IdentityList() {
  const { t, i18n } = useTranslation("admin");
  const query = useAllThings("channels");
  const channels = query.things ?? [];
  return (
    <Page title={t("connections_identity")} text={t("identity_text")}>
      <ConnectionsTabs />
      <Rows
        label={t("room_channels")}
        query={query}
        count={channels.length}
        isFiltered={false}
        onClear={() => undefined}
        empty={
          <Empty icon={<KeyRound size={28} />} title={t("identity_none")} text={t("identity_none_text")} />
        }
      >
        {channels.map((channel) => {
          const id = keyOf("channels", channel);
          const isSet = channel.identitySecretSet === true;
          return (
            <Row
              key={id}
              to={`/connections/identity/${encodeURIComponent(id)}`}
              name={wordsIn(channel.titleDesc, i18n.language) || id}
              note={<bdi>{id}</bdi>}
              pill={<Pill tone={isSet ? "good" : "over"} text={t(isSet ? "secret_set" : "secret_not_set")} />}
            />
          );
        })}
      </Rows>
    </Page>
  );
}

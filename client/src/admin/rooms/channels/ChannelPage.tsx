import { Code } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../ui/Button";
import { showToast } from "../../../ui/toast";
import type { Thing } from "../../../wire/things";
import { useValues } from "../../form/editor";
import { GroupedFields } from "../../form/GroupedFields";
import { ThingForm } from "../../form/ThingForm";
import { Loaded } from "../../shell/Loaded";
import { Page } from "../../shell/Page";
import { pageOf } from "../../things/kinds";
import { useThing } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { CHANNEL_FIELDS, CHANNEL_GROUPS } from "./fields";
import { Preview } from "./Preview";

/** The editor of one channel. */
export function ChannelPage({ id }: { id: string }) {
  const query = useThing("channels", { channelId: id });
  return <Loaded query={query}>{(channel) => <Editor id={id} channel={channel} />}</Loaded>;
}

function Editor({ id, channel }: { id: string; channel: Thing }) {
  const { t, i18n } = useTranslation("admin");
  const [, goTo] = useLocation();
  return (
    <Page
      isWide
      title={wordsIn(channel.titleDesc, i18n.language) || id}
      text={t("channel_text", { id })}
      back={{ to: "/channels", name: t("room_channels") }}
      action={
        <Button
          look="outline"
          icon={<Code size={18} />}
          onClick={() => goTo(`${pageOf("channels", id)}/embed`)}
        >
          {t("channel_embed")}
        </Button>
      }
    >
      <ThingForm
        isWide
        kind="channels"
        thing={channel}
        draftName={id}
        fields={CHANNEL_FIELDS}
        onSaved={() => showToast("success", t("saved"))}
      >
        <GroupedFields label={t("channel_groups")} groups={CHANNEL_GROUPS} aside={<DraftPreview />} />
      </ThingForm>
    </Page>
  );
}

function DraftPreview() {
  return <Preview draft={useValues("")} />;
}

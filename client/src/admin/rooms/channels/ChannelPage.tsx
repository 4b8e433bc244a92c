import { Code } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../ui/Button";
import { showToast } from "../../../ui/toast";
import type { ChannelDraft } from "../../../wire/editing";
import type { Thing } from "../../../wire/things";
import { useValues } from "../../form/editor";
import { GroupedFields } from "../../form/GroupedFields";
import { ThingForm } from "../../form/ThingForm";
import { Loaded } from "../../shell/Loaded";
import { Page } from "../../shell/Page";
import { pageOf } from "../../things/kinds";
import { wordsIn } from "../../things/words";
import { CHANNEL_FIELDS, CHANNEL_GROUPS } from "./fields";
import { Preview } from "./Preview";
import { useChannelDraft, useDraftStore } from "./useChannelDraft";

/** The editor of one channel. */
export function ChannelPage({ id }: { id: string }) {
  const query = useChannelDraft(id);
  return <Loaded query={query}>{(loaded) => <Editor id={id} {...loaded} />}</Loaded>;
}

type EditorProps = { id: string; channel: Thing; draft: ChannelDraft | null; edited: Thing };

function Editor({ id, channel, draft, edited }: EditorProps) {
  const { t, i18n } = useTranslation("admin");
  const [, goTo] = useLocation();
  const store = useDraftStore(channel, draft);
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
        thing={edited}
        draftName={id}
        fields={CHANNEL_FIELDS}
        store={store}
        onSaved={() => showToast("success", t("draft_saved"))}
      >
        <GroupedFields label={t("channel_groups")} groups={CHANNEL_GROUPS} aside={<DraftPreview />} />
      </ThingForm>
    </Page>
  );
}

function DraftPreview() {
  return <Preview draft={useValues("")} />;
}

import { Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button";
import { Tabs } from "../../../ui/Tabs";
import { showToast } from "../../../ui/toast";
import type { ChannelDraft } from "../../../wire/editing";
import type { Thing } from "../../../wire/things";
import { Fields } from "../../form/Fields";
import { ThingForm } from "../../form/ThingForm";
import { Loaded } from "../../shell/Loaded";
import { Page } from "../../shell/Page";
import { wordsIn } from "../../things/words";
import { useCopy } from "../../useCopy";
import { CHANNEL_FIELDS } from "../channels/fields";
import { useChannelDraft, useDraftStore } from "../channels/useChannelDraft";
import styles from "./connections.module.css";
import { SECRET } from "./fields";
import { IDENTIFY, SAMPLES, type SampleId } from "./samples";

/**
 * The identity secret of one channel, and how the shop's server signs a visitor's name with it. It is saved to the
 * channel's draft, as the channel's own page does: neither page makes the other's work out of date.
 */
export function IdentityPage({ channelId }: { channelId: string }) {
  const query = useChannelDraft(channelId);
  return <Loaded query={query}>{(loaded) => <Identity channelId={channelId} {...loaded} />}</Loaded>;
}

type IdentityProps = { channelId: string; channel: Thing; draft: ChannelDraft | null; edited: Thing };

function Identity({ channelId, channel, draft, edited }: IdentityProps) {
  const { t, i18n } = useTranslation("admin");
  const store = useDraftStore(channel, draft);
  return (
    <Page
      title={wordsIn(channel.titleDesc, i18n.language) || channelId}
      text={t("identity_text")}
      back={{ to: "/connections/identity", name: t("connections_identity") }}
    >
      <ThingForm
        kind="channels"
        thing={edited}
        draftName={`identity-${channelId}`}
        fields={CHANNEL_FIELDS}
        store={store}
        onSaved={() => showToast("success", t("draft_saved"))}
      >
        <Fields fields={[SECRET]} />
      </ThingForm>
      <Samples />
    </Page>
  );
}

function Samples() {
  const { t } = useTranslation("admin");
  const [chosen, setChosen] = useState<SampleId>("node");
  const sample = SAMPLES.find((one) => one.id === chosen);
  return (
    <>
      <section aria-labelledby="on-server" className={styles.samples}>
        <h2 id="on-server" className={styles.title}>
          {t("identity_server")}
        </h2>
        <p className={styles.quiet}>{t("identity_server_text")}</p>
        <Tabs label={t("identity_languages")} tabs={SAMPLES} chosen={chosen} onChoose={setChosen}>
          <Code name={sample?.name ?? ""} code={sample?.code ?? ""} />
        </Tabs>
      </section>
      <section aria-labelledby="on-page" className={styles.samples}>
        <h2 id="on-page" className={styles.title}>
          {t("identity_page")}
        </h2>
        <p className={styles.quiet}>{t("identity_page_text")}</p>
        <Code name="JavaScript" code={IDENTIFY} />
      </section>
    </>
  );
}

function Code({ name, code }: { name: string; code: string }) {
  const { t } = useTranslation("admin");
  const copy = useCopy();
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard */}
      <pre dir="ltr" tabIndex={0}>
        {code}
      </pre>
      <Button
        look="outline"
        size="small"
        icon={<Copy size={16} />}
        aria-label={t("copy_named", { name })}
        onClick={() => void copy(code)}
      >
        {t("copy")}
      </Button>
    </div>
  );
}

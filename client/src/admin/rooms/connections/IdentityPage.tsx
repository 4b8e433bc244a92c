import { Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button";
import { Tabs } from "../../../ui/Tabs";
import { Fields } from "../../form/Fields";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { wordsIn } from "../../things/words";
import { useCopy } from "../../useCopy";
import styles from "./connections.module.css";
import { SECRET } from "./fields";
import { IDENTIFY, SAMPLES, type SampleId } from "./samples";

/** The identity secret of one channel, and how the shop's server signs a visitor's name with it. */
export function IdentityPage({ channelId }: { channelId: string }) {
  const { t, i18n } = useTranslation("admin");
  return (
    <OneThing kind="channels" name={{ channelId }}>
      {(channel) => (
        <Page
          title={wordsIn(channel.titleDesc, i18n.language) || channelId}
          text={t("identity_text")}
          back={{ to: "/connections/identity", name: t("connections_identity") }}
        >
          <ThingForm kind="channels" thing={channel} draftName={`identity-${channelId}`} fields={[SECRET]}>
            <Fields fields={[SECRET]} />
          </ThingForm>
          <Samples />
        </Page>
      )}
    </OneThing>
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

import { Copy } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button";
import common from "../../common.module.css";
import { Loaded } from "../../shell/Loaded";
import { Page } from "../../shell/Page";
import { pageOf, textOf } from "../../things/kinds";
import { useThing } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { useCopy } from "../../useCopy";
import styles from "./EmbedPage.module.css";
import { embedCode } from "./embedCode";

/** What puts a channel on a shop's page. */
export function EmbedPage({ id }: { id: string }) {
  const { t, i18n } = useTranslation("admin");
  const query = useThing("channels", { channelId: id });
  return (
    <Loaded query={query}>
      {(channel) => {
        const name = wordsIn(channel.titleDesc, i18n.language) || id;
        const code = embedCode(location.origin, id, textOf(channel, "mainColor"));
        return (
          <Page
            title={t("embed_title", { name })}
            text={t("embed_text")}
            back={{ to: pageOf("channels", id), name }}
          >
            <div className={styles.parts}>
              <Code title={t("embed_tag")} text={t("embed_tag_text")} code={code.tag} />
              <Code title={t("embed_npm")} text={t("embed_npm_text")} code={code.npm} />
              <Code title={t("embed_react")} text={t("embed_react_text")} code={code.react} />
              <Code title={t("embed_link")} text={t("embed_link_text")} code={code.link}>
                <a href={code.link} target="_blank" rel="noreferrer" className={styles.open}>
                  {t("embed_open")}
                </a>
                <QRCodeSVG
                  value={code.link}
                  size={160}
                  marginSize={4}
                  className={styles.qr ?? ""}
                  title={t("embed_qr")}
                />
              </Code>
            </div>
          </Page>
        );
      }}
    </Loaded>
  );
}

type CodeProps = { title: string; text: string; code: string; children?: ReactNode };

function Code({ title, text, code, children }: CodeProps) {
  const { t } = useTranslation("admin");
  const copy = useCopy();
  return (
    <section className={styles.part} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <p className={common.text}>{text}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard */}
      <pre className={styles.code} dir="ltr" tabIndex={0}>
        {code}
      </pre>
      <div className={styles.buttons}>
        <Button
          look="outline"
          size="small"
          icon={<Copy size={16} />}
          aria-label={t("copy_named", { name: title })}
          onClick={() => void copy(code)}
        >
          {t("copy")}
        </Button>
        {children}
      </div>
    </section>
  );
}

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { type WebPage, webPage } from "../../../../wire/editing";
import { FieldFrame } from "../../../form/FieldFrame";
import { LanguageSelect } from "../../../form/LanguageSelect";
import { LineField } from "../../../form/LineField";
import { submits } from "../../../form/submits";
import { adminApiAtom } from "../../../session/services";
import { useUnsaved } from "../../../shell/guard";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import styles from "../lists.module.css";
import { useRobot } from "../robot";
import { ImportResult } from "./ImportResult";
import { ProposedDocument } from "./ProposedDocument";
import page from "./Transfer.module.css";
import { useImport } from "./useImport";

/** Reads a web page, lets the reader correct the proposed documents, shows what they would change, and imports them. */
export function ImportWebPage() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const { robotNo } = useRobot();
  const importing = useImport("importPage", "docs");
  const [address, setAddress] = useState("");
  const [found, setFound] = useState<WebPage>();
  const isImported = importing.made?.state === "done" && importing.started?.isCheck === false;
  useUnsaved(found !== undefined && found.list.length > 0 && !isImported, () => setFound(undefined));

  const read = useMutation({
    mutationFn: () => api.call("docs/readPage", { robotNo, address }, webPage),
    onMutate: importing.forget,
    onSuccess: setFound,
  });
  const refusal = read.error ? refusalOf(read.error) : undefined;
  const said = refusal?.kind === "faults" ? refusal.faults[0]?.message : undefined;
  const fault = said ?? (refusal && troubleWords(t, refusal));
  // What a trial said was about the documents before.
  const change = (next: WebPage) => {
    importing.forget();
    setFound(next);
  };
  return (
    <section className={styles.stack} aria-labelledby="kb-page">
      <h2 id="kb-page" className={styles.heading}>
        {t("kb_page")}
      </h2>
      <p className={styles.words}>{t("kb_page_text")}</p>
      <form className={styles.stack} onSubmit={submits(() => read.mutate())}>
        <LineField
          label={t("kb_page_address")}
          help={t("kb_page_help")}
          fault={fault}
          type="text"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          dir="ltr"
          placeholder="https://"
          value={address}
          onChange={setAddress}
        />
        <div className={styles.buttons}>
          <Button
            type="submit"
            look={found ? "outline" : "primary"}
            isBusy={read.isPending}
            disabled={address.trim() === "" || importing.isBusy}
          >
            {t("kb_page_read")}
          </Button>
        </div>
      </form>
      {found && !isImported ? (
        <Proposals found={found} isBusy={importing.isBusy} onChange={change} onCheck={importing.check} />
      ) : null}
      <ImportResult importing={importing} />
    </section>
  );
}

type ProposalsProps = {
  found: WebPage;
  isBusy: boolean;
  onChange: (next: WebPage) => void;
  onCheck: (file: File) => void;
};

function Proposals({ found, isBusy, onChange, onCheck }: ProposalsProps) {
  const { t } = useTranslation("admin");
  const { list, lang, title, address } = found;
  return (
    <div className={styles.card}>
      <h3 className={page.title}>{t("kb_page_found", { count: list.length, title: title || address })}</h3>
      {list.length === 0 ? <p className={styles.words}>{t("kb_page_none")}</p> : null}
      <FieldFrame label={t("kb_language")} fault={undefined}>
        {(control) => (
          <LanguageSelect
            {...control}
            value={lang}
            disabled={isBusy}
            onChoose={(code) => onChange({ ...found, lang: code })}
            first={t("kb_every_language")}
          />
        )}
      </FieldFrame>
      <ul className={page.proposals}>
        {list.map((proposal) => (
          <ProposedDocument
            key={proposal.docId}
            proposal={proposal}
            lang={lang}
            isBusy={isBusy}
            onChange={(next) =>
              onChange({ ...found, list: list.map((one) => (one.docId === next.docId ? next : one)) })
            }
            onRemove={() => onChange({ ...found, list: list.filter((one) => one !== proposal) })}
          />
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button look="primary" disabled={isBusy || list.length === 0} onClick={() => onCheck(fileOf(found))}>
          {t("kb_page_check")}
        </Button>
      </div>
    </div>
  );
}

/** The documents as JSON lines, which the import of a file takes. */
function fileOf({ list, lang }: WebPage): File {
  const lines = list.map((one) => `${JSON.stringify({ ...one, lang })}\n`);
  return new File(lines, "page.jsonl", { type: "application/x-ndjson" });
}

import { FileUp } from "lucide-react";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button";
import fields from "../../../form/fields/fields.module.css";
import styles from "../lists.module.css";
import { type Content, SAMPLES } from "./content";
import { EncodingChoice } from "./EncodingChoice";
import { ImportResult } from "./ImportResult";
import page from "./Transfer.module.css";
import { useImport } from "./useImport";

const TAKEN = ".csv,.xlsx,.jsonl,.ndjson,.json,.txt";
const MODES = ["add", "replace"] as const;

/** Chooses a file, shows what it would change, and imports it. */
export function ImportFile({ content }: { content: Content }) {
  const { t } = useTranslation("admin");
  const importing = useImport(content === "docs" ? "import" : "importTests", content);
  const picker = useRef<HTMLInputElement>(null);
  const group = useId();
  const { file, mode, started, isBusy } = importing;
  return (
    <section className={styles.stack} aria-labelledby="kb-import">
      <h2 id="kb-import" className={styles.heading}>
        {t("kb_import")}
      </h2>
      <p className={styles.words}>{t("kb_import_text")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard */}
      <pre className={page.sample} dir="ltr" tabIndex={0}>
        {SAMPLES[content]}
      </pre>
      <fieldset className={page.modes}>
        <legend className={page.legend}>{t(`kb_import_mode_${content}`)}</legend>
        {MODES.map((one) => (
          <label key={one} className={fields.card} data-selected={mode === one ? "" : undefined}>
            <input
              type="radio"
              name={group}
              className={page.radio}
              checked={mode === one}
              disabled={isBusy}
              onChange={() => importing.setMode(one)}
            />
            <span className={fields.cardWords}>
              <span>{t(`kb_import_${one}`)}</span>
              <span className={fields.note}>{t(`kb_import_${one}_${content}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same */}
      <div
        className={page.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const dropped = event.dataTransfer.files[0];
          if (dropped && !isBusy) void importing.check(dropped);
        }}
      >
        <FileUp size={24} aria-hidden className={page.icon} />
        <p dir="auto">{file?.name ?? started?.fileName ?? t("kb_import_drop")}</p>
        <Button
          look={started ? "outline" : "primary"}
          disabled={isBusy}
          onClick={() => picker.current?.click()}
        >
          {t(started ? "kb_import_other" : "kb_import_choose")}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept={TAKEN}
          aria-label={t("kb_import_choose")}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            event.target.value = "";
            if (chosen) void importing.check(chosen);
          }}
        />
      </div>
      <EncodingChoice importing={importing} />
      <ImportResult importing={importing} />
    </section>
  );
}

import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../../../lib/download";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { adminApiAtom } from "../../../session/services";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import styles from "../lists.module.css";
import { useRobot } from "../robot";
import type { Content } from "./content";

const FORMATS = ["csv", "jsonl"] as const;

/** Saves the robot's documents or test questions as a file, which can be imported again. */
export function ExportFiles({ content }: { content: Content }) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const { robotNo } = useRobot();
  const [busy, setBusy] = useState<string>();
  const [trouble, setTrouble] = useState<string>();

  const save = async (format: (typeof FORMATS)[number]) => {
    setBusy(format);
    setTrouble(undefined);
    try {
      const file = await api.fetchFile(`${content}/export`, { robotNo, format });
      saveFile(file, `${robotNo}${content === "docs" ? "" : "-tests"}.${format}`);
    } catch (cause) {
      setTrouble(troubleWords(t, refusalOf(cause)));
    }
    setBusy(undefined);
  };
  return (
    <section className={styles.stack} aria-labelledby="kb-export">
      <h2 id="kb-export" className={styles.heading}>
        {t("kb_export")}
      </h2>
      <p className={styles.words}>{t(`kb_export_${content}`)}</p>
      <div className={styles.buttons}>
        {FORMATS.map((format) => (
          <Button
            key={format}
            look="outline"
            icon={<Download size={16} />}
            isBusy={busy === format}
            disabled={busy !== undefined}
            onClick={() => void save(format)}
          >
            {t(`kb_export_${format}`)}
          </Button>
        ))}
      </div>
      {trouble ? <p role="alert">{trouble}</p> : null}
    </section>
  );
}

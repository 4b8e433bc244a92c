import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../../../lib/download";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { adminApiAtom } from "../../../session/services";
import { Alert } from "../../../shell/Alert";
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
  const save = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      const file = await api.fetchFile(`${content}/export`, { robotNo, format });
      saveFile(file, `${robotNo}${content === "docs" ? "" : "-tests"}.${format}`);
    },
  });
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
            isBusy={save.isPending && save.variables === format}
            disabled={save.isPending}
            onClick={() => save.mutate(format)}
          >
            {t(`kb_export_${format}`)}
          </Button>
        ))}
      </div>
      {save.error ? <Alert text={troubleWords(t, refusalOf(save.error))} /> : null}
    </section>
  );
}

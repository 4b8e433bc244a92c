import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Button } from "../../../../ui/Button";
import common from "../../../common.module.css";
import { AdminDialog } from "../../../shell/AdminDialog";
import { pageOf } from "../../../things/kinds";
import type { Use } from "../../../things/refusals";
import styles from "./UsedDocument.module.css";

export type UsedDocumentProps = {
  name: string;
  uses: readonly Use[];
  /** The number of all; the list may be shorter. */
  total: number;
  onClose: () => void;
  onRemove: () => void;
};

/** Says what else the deletion of a document changes, and asks whether to go on. */
export function UsedDocument({ name, uses, total, onClose, onRemove }: UsedDocumentProps) {
  const { t } = useTranslation("admin");
  return (
    <AdminDialog
      onClose={onClose}
      title={t("kb_used_title", { name })}
      cancel={t("kb_used_keep")}
      action={
        <Button look="danger" onClick={onRemove}>
          {t("kb_used_delete")}
        </Button>
      }
    >
      <p>{t("kb_used_text", { count: total })}</p>
      <ul className={styles.uses}>
        {uses.map((use) => (
          <li key={`${"kind" in use ? `${use.kind}/${use.key}` : ""}${use.field}`} className={styles.use}>
            {"kind" in use ? (
              <>
                <Link href={pageOf(use.kind, use.key)} onClick={onClose} className={styles.link ?? ""}>
                  {t(`thing_${use.kind}`)} <bdi>{use.kind === "testQuestions" ? use.message : use.key}</bdi>
                </Link>
                <span className={common.note}>{t(THEN[use.kind] ?? "kb_used_then_other")}</span>
              </>
            ) : (
              <span>{`${use.field}: ${use.message}`}</span>
            )}
          </li>
        ))}
      </ul>
      {total > uses.length ? (
        <p className={common.note}>{t("kb_used_more", { count: total - uses.length })}</p>
      ) : null}
    </AdminDialog>
  );
}

const THEN: Readonly<Record<string, "kb_used_then_channels" | "kb_used_then_flows" | "kb_used_then_tests">> =
  {
    channels: "kb_used_then_channels",
    flows: "kb_used_then_flows",
    testQuestions: "kb_used_then_tests",
  };

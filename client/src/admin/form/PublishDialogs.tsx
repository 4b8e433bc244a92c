import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import type { FieldChange } from "../../wire/editing";
import common from "../common.module.css";
import { AdminDialog } from "../shell/AdminDialog";
import { changeRows } from "./changeRows";
import styles from "./PublishDialogs.module.css";
import type { FieldSpec } from "./specs";
import type { Publisher } from "./usePublisher";

export type PublishDialogsProps = { publisher: Publisher; fields: readonly FieldSpec[] };

/** Asks before a draft is published or discarded. */
export function PublishDialogs({ publisher, fields }: PublishDialogsProps) {
  const { t } = useTranslation("admin");
  const { question, close } = publisher;
  if (!question) return null;
  if (question.kind === "discard")
    return (
      <ConfirmDialog
        title={t("draft_discard_title")}
        text={t("draft_discard_text")}
        yes={t("draft_discard")}
        no={t("conflict_later")}
        onYes={publisher.discard}
        onNo={close}
      />
    );
  const isEmpty = question.changes.length === 0;
  return (
    <AdminDialog
      isQuestion
      onClose={close}
      title={t("publish_title")}
      cancel={t(isEmpty ? "page_close" : "conflict_later")}
      action={
        isEmpty ? null : (
          <Button look="primary" data-focus-first isBusy={publisher.isBusy} onClick={publisher.publish}>
            {t("publish")}
          </Button>
        )
      }
    >
      <p className={common.text}>{t(isEmpty ? "publish_nothing" : "publish_text")}</p>
      {isEmpty ? null : <Changes changes={question.changes} fields={fields} />}
    </AdminDialog>
  );
}

function Changes({ changes, fields }: { changes: readonly FieldChange[]; fields: readonly FieldSpec[] }) {
  const { t } = useTranslation("admin");
  return (
    <ul className={styles.changes}>
      {changes
        .flatMap((change) => changeRows(t, fields, change))
        .map((row) => (
          <li key={row.path} className={styles.change}>
            <h3 className={styles.label}>{row.label}</h3>
            <dl className={styles.sides}>
              <div className={styles.side}>
                <dt>{t("publish_before")}</dt>
                <dd dir="auto">{row.before || t("conflict_empty")}</dd>
              </div>
              <div className={styles.side} data-after="">
                <dt>{t("publish_after")}</dt>
                <dd dir="auto">{row.after || t("conflict_empty")}</dd>
              </div>
            </dl>
          </li>
        ))}
    </ul>
  );
}

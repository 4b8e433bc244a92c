import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button";
import { AdminDialog } from "../../../shell/AdminDialog";
import { CopyLine } from "../../../shell/CopyLine";
import styles from "./keys.module.css";

export type ShownKeyProps = { name: string; text: string; onStored: () => void };

/** A new key, shown this once. Only the button closes it. */
export function ShownKey({ name, text, onStored }: ShownKeyProps) {
  const { t } = useTranslation("admin");
  return (
    <AdminDialog
      isQuestion
      isRequired
      onClose={() => undefined}
      title={t("keys_made")}
      action={
        <Button look="outline" onClick={onStored}>
          {t("keys_stored")}
        </Button>
      }
    >
      <div className={styles.form}>
        <p>{t("keys_made_text")}</p>
        <CopyLine label={t("keys_key", { name })} text={text} />
      </div>
    </AdminDialog>
  );
}

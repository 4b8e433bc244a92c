import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { submits } from "../form/submits";
import { Alert } from "../shell/Alert";
import styles from "./account.module.css";
import type { useDeed } from "./useDeed";

export type StepFormProps = {
  /** The words of the button that goes on. */
  action: string;
  /** Whether there is something to send. */
  isReady: boolean;
  deed: Pick<ReturnType<typeof useDeed>, "isBusy" | "trouble">;
  onGo: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** A form of one step, which can be cancelled. */
export function StepForm({ action, isReady, deed, onGo, onCancel, children }: StepFormProps) {
  const { t } = useTranslation("admin");
  return (
    <form noValidate className={styles.form} onSubmit={submits(onGo)}>
      {children}
      <Alert text={deed.trouble} />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" isBusy={deed.isBusy} disabled={!isReady}>
          {action}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t("own_cancel")}
        </Button>
      </div>
    </form>
  );
}

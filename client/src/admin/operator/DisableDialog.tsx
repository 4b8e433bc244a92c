import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import type { Tenant } from "../../wire/operator";
import { AdminDialog } from "../shell/AdminDialog";
import styles from "./operator.module.css";
import { useNumber } from "./useNumber";

export type DisableDialogProps = { tenant: Tenant; onYes: () => void; onNo: () => void };

/** Says what stops working, and that it can be undone. */
export function DisableDialog({ tenant, onYes, onNo }: DisableDialogProps) {
  const { t } = useTranslation("admin");
  const number = useNumber();
  const { visitors = 0, talking = 0 } = tenant.load ?? {};
  return (
    <AdminDialog
      isQuestion
      onClose={onNo}
      title={t("operator_disable_title", { name: tenant.name })}
      action={
        <>
          <Button look="outline" data-focus-first onClick={onNo}>
            {t("own_cancel")}
          </Button>
          <Button look="danger" onClick={onYes}>
            {t("operator_disable")}
          </Button>
        </>
      }
    >
      <div className={styles.question}>
        <ul>
          <li>{t("operator_stops_chats")}</li>
          <li>{t("operator_stops_agents")}</li>
          {visitors + talking > 0 ? (
            <li>
              <strong>
                {t("operator_stops_now", { visitors: number(visitors), talking: number(talking) })}
              </strong>
            </li>
          ) : null}
        </ul>
        <p>{t("operator_disable_undo")}</p>
      </div>
    </AdminDialog>
  );
}

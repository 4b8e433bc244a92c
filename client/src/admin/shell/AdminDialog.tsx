import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Dialog, type DialogProps } from "../../ui/Dialog";

export type AdminDialogProps = Omit<DialogProps, "isOpen" | "closeLabel" | "footer"> & {
  /** The words of a button that only closes the dialog. */
  cancel?: string;
  /** The button that does what the dialog is for. */
  action?: ReactNode;
};

/** A dialog of the administration. It is open as long as it is on the page. */
export function AdminDialog({ cancel, action, ...dialog }: AdminDialogProps) {
  const { t } = useTranslation("admin");
  const buttons = (
    <>
      {cancel ? (
        <Button look="outline" onClick={dialog.onClose}>
          {cancel}
        </Button>
      ) : null}
      {action}
    </>
  );
  return (
    <Dialog {...dialog} isOpen closeLabel={t("page_close")} footer={cancel || action ? buttons : undefined} />
  );
}

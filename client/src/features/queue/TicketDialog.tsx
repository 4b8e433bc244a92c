import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FormField } from "../../ui/FormField";
import { Input } from "../../ui/Input";
import { Skeleton } from "../../ui/Skeleton";
import styles from "./QueueCard.module.css";

export type TicketDialogProps = {
  /** The address that keeps the place; or that it is not there yet, or never. */
  link: string;
  onClose: () => void;
};

/** Shows the link that keeps the place on another device, as a code to scan and as text to copy. */
export function TicketDialog({ link, onClose }: TicketDialogProps) {
  const { t } = useTranslation("form");
  const { t: say } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const isThere = link !== "loading" && link !== "failed";
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      // The text is there to copy by hand.
      () => setCopied(false),
    );
  return (
    <Dialog isOpen onClose={onClose} title={t("ticket_title")} closeLabel={say("page_close")}>
      <div className={styles.ticket}>
        {link === "failed" ? <p role="alert">{t("ticket_failed")}</p> : null}
        {link === "loading" ? <Skeleton width="200px" height="200px" shape="bubble" /> : null}
        {isThere ? (
          <>
            <p>{t("ticket_text")}</p>
            <span className={styles.code}>
              <QRCodeSVG value={link} size={200} marginSize={2} title={t("ticket_title")} />
            </span>
            <FormField label={t("ticket_link")} isRequired={false} fault={undefined}>
              {(control) => <Input {...control} dir="ltr" readOnly value={link} />}
            </FormField>
            <Button look="primary" onClick={() => void copy()}>
              {t(isCopied ? "ticket_copied" : "ticket_copy")}
            </Button>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

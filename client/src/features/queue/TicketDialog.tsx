import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Input } from "../../ui/Input";
import styles from "./QueueCard.module.css";

/** Only who keeps a place loads what draws the code. */
const QRCodeSVG = lazy(async () => ({ default: (await import("qrcode.react")).QRCodeSVG }));

export type TicketDialogProps = {
  /** The address that keeps the place; empty until it is known, and undefined if there is none. */
  link: string | undefined;
  onClose: () => void;
};

/** Shows the link that keeps the place on another device, as a code to scan and as text to copy. */
export function TicketDialog({ link, onClose }: TicketDialogProps) {
  const { t } = useTranslation("form");
  const { t: say } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const title = say("queue_keep");
  // If the browser does not allow copying, the text is there to copy by hand.
  const copy = () => navigator.clipboard.writeText(link ?? "").then(() => setCopied(true));
  const button = <Button onClick={() => void copy()}>{t(isCopied ? "ticket_copied" : "ticket_copy")}</Button>;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={say("page_close")}
      footer={link ? button : undefined}
    >
      <p role="status">{t(link === undefined ? "ticket_failed" : "ticket_text")}</p>
      {link ? (
        <div className={styles.code}>
          <Suspense>
            <QRCodeSVG value={link} size={232} marginSize={4} title={title} />
          </Suspense>
          <Input
            aria-label={title}
            dir="ltr"
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
          />
        </div>
      ) : null}
    </Dialog>
  );
}

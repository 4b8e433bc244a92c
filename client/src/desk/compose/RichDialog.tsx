import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Skeleton } from "../../ui/Skeleton";
import styles from "./Dialogs.module.css";

// The editor weighs more than the desk's first screen.
const RichField = lazy(() => import("./rich/RichField"));

/** The longest rich text, in characters: Protocol, 'Texts'. */
const RICH_CHARS_MAX = 16_000;

export type RichDialogProps = {
  /** The text in the composer, to begin with. */
  draft: string;
  onSend: (html: string) => void;
  onClose: () => void;
};

/** Writes formatted text and sends it. */
export function RichDialog({ draft, onSend, onClose }: RichDialogProps) {
  const { t } = useTranslation("desk");
  const [html, setHtml] = useState(() => paragraphs(draft));
  const [begun] = useState(html);
  const isLong = html.length > RICH_CHARS_MAX;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("rich_title")}
      closeLabel={t("close")}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            look="primary"
            disabled={html === "" || isLong}
            onClick={() => {
              onSend(html);
              onClose();
            }}
          >
            {t("send")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Suspense fallback={<Skeleton width="100%" height="180px" />}>
          <RichField label={t("rich_title")} html={begun} onChange={setHtml} />
        </Suspense>
        {isLong ? <p role="alert">{t("rich_long")}</p> : null}
      </div>
    </Dialog>
  );
}

/** Plain text as rich text: a paragraph for each line. */
function paragraphs(text: string): string {
  if (text.trim() === "") return "";
  const escaped = text.trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped
    .split("\n")
    .map((line) => `<p>${line}</p>`)
    .join("");
}

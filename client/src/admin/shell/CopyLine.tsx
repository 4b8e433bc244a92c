import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { useCopy } from "../useCopy";
import styles from "./CopyLine.module.css";

/** A text to copy, such as a link that is shown once. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation("admin");
  const copy = useCopy();
  return (
    <span className={styles.line}>
      <input
        readOnly
        dir="ltr"
        aria-label={label}
        value={text}
        className={styles.text}
        onFocus={(event) => event.target.select()}
      />
      <Button look="primary" icon={<Copy size={16} />} onClick={() => void copy(text)}>
        {t("copy")}
      </Button>
    </span>
  );
}

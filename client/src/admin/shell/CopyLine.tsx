import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button, type ButtonProps } from "../../ui/Button";
import { useCopy } from "../useCopy";
import styles from "./CopyLine.module.css";

export type CopyLineProps = { label: string; text: string; look?: ButtonProps["look"] };

/** A text to copy, such as a link that is shown once. */
export function CopyLine({ label, text, look = "primary" }: CopyLineProps) {
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
      <Button look={look} icon={<Copy size={16} />} onClick={() => void copy(text)}>
        {t("copy")}
      </Button>
    </span>
  );
}

import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { useCopy } from "../useCopy";
import styles from "./account.module.css";

export type RecoveryCodesProps = { codes: readonly string[]; onStored: () => void };

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const { t } = useTranslation("admin");
  const copy = useCopy();
  const root = useRef<HTMLElement>(null);
  const text = codes.join("\n");
  useEffect(() => root.current?.focus(), []);
  return (
    <section ref={root} tabIndex={-1} aria-label={t("totp_codes")} className={styles.form}>
      <p>{t("totp_codes_text")}</p>
      <ol className={styles.codes} dir="ltr">
        {codes.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button look="outline" onClick={() => void copy(text)}>
          {t("copy")}
        </Button>
        <a
          className={styles.download}
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Download size={16} aria-hidden />
          {t("totp_codes_download")}
        </a>
        <Button look="primary" onClick={onStored}>
          {t("totp_codes_stored")}
        </Button>
      </div>
    </section>
  );
}

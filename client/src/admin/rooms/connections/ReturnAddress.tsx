import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button";
import { useField } from "../../form/editor";
import { FieldFrame } from "../../form/FieldFrame";
import { CopyLine } from "../../shell/CopyLine";
import styles from "./connections.module.css";

/** The address to which the provider sends people back, to copy. It is this server's, as this page was opened. */
export function ReturnAddress({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault } = useField(path);
  const own = new URL("/desk/signed-in", location.href).href;
  const address = typeof value === "string" && value !== "" ? value : own;
  return (
    <FieldFrame label={t("sso_return")} help={t("sso_return_help")} fault={fault}>
      {() => (
        <div className={styles.address}>
          <CopyLine label={t("sso_return")} text={address} look="outline" />
          {address === own ? null : (
            <Button look="outline" size="small" onClick={() => change(own)}>
              {t("sso_return_here")}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

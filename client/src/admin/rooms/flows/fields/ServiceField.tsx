import { Switch } from "react-aria-components/Switch";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../../lib/record";
import { useField } from "../../../form/editor";
import styles from "../../../form/fields/fields.module.css";

const blank = { url: "", method: "POST", headers: {}, bodyType: "json", values: {}, takes: {}, failed: "" };

/** Whether the step asks a service of the shop before it speaks. */
export function ServiceField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault } = useField(path);
  return (
    <div className={styles.switchField} data-fault={fault === undefined ? undefined : ""}>
      <Switch
        className={styles.switch ?? ""}
        isSelected={isRecord(value)}
        onChange={(isOn) => change(isOn ? blank : null)}
      >
        <span className={styles.track} aria-hidden="true" />
        <span className={styles.switchLabel}>{t("flow_service")}</span>
      </Switch>
      <p className={fault === undefined ? styles.note : styles.wrong}>{fault ?? t("flow_service_help")}</p>
    </div>
  );
}

import { useTranslation } from "react-i18next";
import { isRecord } from "../../../../lib/record";
import { useField } from "../../../form/editor";
import { SwitchLine } from "../../../form/fields/SwitchField";

const blank = { url: "", method: "POST", headers: {}, bodyType: "json", values: {}, takes: {}, failed: "" };

/** Whether the step asks a service of the shop before it speaks. */
export function ServiceField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault } = useField(path);
  return (
    <SwitchLine
      label={t("flow_service")}
      help={t("flow_service_help")}
      fault={fault}
      isOn={isRecord(value)}
      onChange={(isOn) => change(isOn ? blank : null)}
    />
  );
}

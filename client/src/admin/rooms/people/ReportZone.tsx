import { useTranslation } from "react-i18next";
import { useField } from "../../form/editor";
import { FieldFrame } from "../../form/FieldFrame";
import { ProposedInput } from "../../form/fields/ProposedInput";

/** The time zone of a report's days and hours, found while typing. Empty: that of the working hours. */
export function ReportZone({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault, blur } = useField(path);
  return (
    <FieldFrame label={t("reports_timeZone")} help={t("reports_timeZone_help")} fault={fault}>
      {(control) => (
        <ProposedInput
          {...control}
          known={Intl.supportedValuesOf("timeZone")}
          value={typeof value === "string" ? value : ""}
          spellCheck={false}
          onChange={(event) => change(event.target.value.trim())}
          onBlur={blur}
        />
      )}
    </FieldFrame>
  );
}

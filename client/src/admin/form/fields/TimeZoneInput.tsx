import { useId } from "react";
import { useTranslation } from "react-i18next";
import styles from "./HoursField.module.css";
import { ProposedInput } from "./ProposedInput";

export type TimeZoneInputProps = { value: string; onChange: (zone: string) => void };

/** A time zone by its name, found while typing. */
export function TimeZoneInput({ value, onChange }: TimeZoneInputProps) {
  const { t } = useTranslation("admin");
  const id = useId();
  return (
    <span className={styles.zone}>
      <label htmlFor={id}>{t("hours_time_zone")}</label>
      <ProposedInput
        id={id}
        known={Intl.supportedValuesOf("timeZone")}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}

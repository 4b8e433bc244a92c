import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Input } from "../../../ui/Input";
import styles from "./HoursField.module.css";

export type TimeZoneInputProps = {
  value: string;
  onChange: (zone: string) => void;
  "aria-invalid"?: true | undefined;
  "aria-describedby"?: string | undefined;
};

/** A time zone by its name, found while typing. */
export function TimeZoneInput({ value, onChange, ...control }: TimeZoneInputProps) {
  const { t } = useTranslation("admin");
  const id = useId();
  return (
    <span className={styles.zone}>
      <label htmlFor={id}>{t("hours_time_zone")}</label>
      <Input
        {...control}
        id={id}
        list={`${id}-zones`}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </span>
  );
}

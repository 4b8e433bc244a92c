import type { SelectHTMLAttributes } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Input";
import { CODES, languageName } from "./languages";

export type LanguageSelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "className" | "onChange"> & {
  value: string;
  onChoose: (code: string) => void;
  /** An option before the languages, for example 'any language'. */
  first: { value: string; name: string };
  /** A second one. */
  second?: { value: string; name: string };
};

/** Chooses one of the product's languages. */
export function LanguageSelect({ onChoose, first, second, ...rest }: LanguageSelectProps) {
  const { t } = useTranslation("admin");
  return (
    <Select {...rest} onChange={(event) => onChoose(event.target.value)}>
      <option value={first.value}>{first.name}</option>
      {second ? <option value={second.value}>{second.name}</option> : null}
      {CODES.map((code) => (
        <option key={code} value={code}>
          {languageName(code, t("kb_every_language"))}
        </option>
      ))}
    </Select>
  );
}

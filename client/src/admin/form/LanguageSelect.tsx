import type { SelectHTMLAttributes } from "react";
import { LanguageOptions } from "../../desk/LanguageOptions";
import { Select } from "../../ui/Input";

export type LanguageSelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "className" | "onChange"> & {
  value: string;
  onChoose: (code: string) => void;
  /** The words for no language, such as 'any language'. They are the first option. */
  first: string;
};

/** Chooses one of the product's languages. */
export function LanguageSelect({ onChoose, first, ...rest }: LanguageSelectProps) {
  return (
    <Select {...rest} onChange={(event) => onChoose(event.target.value)}>
      <option value="">{first}</option>
      <LanguageOptions />
    </Select>
  );
}

import { type FieldValues, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Input";
import { dotted, useField } from "../../form/editor";
import { FieldFrame } from "../../form/FieldFrame";
import { optionsFor } from "./options";

const TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The type of a form's field. Its options follow. `max` is the highest type that the form can have. */
export function TypeField({ path, max }: { path: string; max: number }) {
  const { t } = useTranslation("admin");
  const { value, change, fault, blur } = useField(path);
  const { getValues, setValue } = useFormContext<FieldValues>();
  const options = dotted(path).replace(/fieldType$/, "fieldValue");
  return (
    <FieldFrame label={t("field_type")} fault={fault}>
      {(control) => (
        <Select
          {...control}
          value={String(value ?? 1)}
          onChange={(event) => {
            const type = Number(event.target.value);
            change(type);
            setValue(options, optionsFor(type, getValues(options)), { shouldDirty: true });
          }}
          onBlur={blur}
        >
          {TYPES.filter((type) => type <= max).map((type) => (
            <option key={type} value={type}>
              {t(`field_type_${type}`)}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}

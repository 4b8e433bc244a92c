import type { ComponentProps } from "react";
import { Input } from "../../ui/Input";
import { FieldFrame, type FieldFrameProps } from "./FieldFrame";

export type LineFieldProps = Pick<FieldFrameProps, "label" | "help"> &
  Omit<ComponentProps<typeof Input>, "onChange"> & {
    /** Why the text is refused. */
    fault?: string | undefined;
    onChange: (text: string) => void;
  };

/** A line of text that belongs to no thing, such as a password. */
export function LineField({ label, help, fault, onChange, ...input }: LineFieldProps) {
  return (
    <FieldFrame label={label} help={help} fault={fault}>
      {(control) => <Input {...control} {...input} onChange={(event) => onChange(event.target.value)} />}
    </FieldFrame>
  );
}

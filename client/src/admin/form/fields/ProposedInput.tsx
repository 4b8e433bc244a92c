import { type ComponentProps, useId } from "react";
import { Input } from "../../../ui/Input";

export type ProposedInputProps = ComponentProps<typeof Input> & { known: readonly string[] };

/** A line of text. The known ones are proposed, and any other may be typed. */
export function ProposedInput({ known, ...input }: ProposedInputProps) {
  const list = useId();
  return (
    <>
      <Input {...input} list={list} autoComplete="off" />
      <datalist id={list}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

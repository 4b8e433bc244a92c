/** What the fields of a form share. */
import { createContext, useContext } from "react";
import { type FieldValues, useController, useFormContext, useWatch } from "react-hook-form";
import { isWithin, stepsOf, type Values, valueAt } from "../things/paths";
import type { Fault } from "../things/refusals";

export type Editor = {
  faults: readonly Fault[];
  /** The user changes a field: what the server said about it no longer holds. */
  forgetFaults: (path: string) => void;
};

export const EditorContext = createContext<Editor>({ faults: [], forgetFaults: () => undefined });

export type Field = {
  value: unknown;
  change: (value: unknown) => void;
  /** The server's sentence about this field. */
  fault: string | undefined;
  /** Sentences about parts of the value, by their path. */
  inner: readonly Fault[];
  blur: () => void;
};

/** A field of the form by its path. */
export function useField(path: string): Field {
  const { faults, forgetFaults } = useContext(EditorContext);
  const name = dotted(path);
  const { field } = useController<FieldValues>({ name });
  // The controller of a list does not hear of changes inside its rows.
  const value: unknown = useWatch<FieldValues>({ name });
  const own = faults.filter((one) => isWithin(one.field, path));
  return {
    value,
    change: (value) => {
      forgetFaults(path);
      field.onChange(value);
    },
    fault: own.find((one) => stepsOf(one.field).length === stepsOf(path).length)?.message,
    inner: own.filter((one) => stepsOf(one.field).length > stepsOf(path).length),
    blur: field.onBlur,
  };
}

export function useFaultsWithin(path: string): readonly Fault[] {
  return useContext(EditorContext).faults.filter((one) => isWithin(one.field, path));
}

/** The values of the whole thing, or of the part at `path`. */
export function useValues(path: string): Values {
  const { control } = useFormContext<FieldValues>();
  const all = useWatch({ control });
  const part = path === "" ? all : valueAt(all, path);
  return isValues(part) ? part : {};
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null;
}

/** react-hook-form writes `list.0.name`. */
export function dotted(path: string): string {
  return stepsOf(path).join(".");
}

/**
 * What a thing's form is made of: one list of fields for each thing. A new field needs an entry here and its words in
 * `locales/<code>/admin.json`.
 */
import type { ComponentType } from "react";
import type words from "../../../../locales/en/admin.json";
import type { Kind } from "../things/kinds";
import type { Values } from "../things/paths";

/** A key of the administration's words. */
export type AdminKey = keyof typeof words;

/** A variable that a text may contain, and what it becomes. */
export type Insert = { text: string; label: AdminKey };

export type Option = { value: string | number; label: AdminKey; help?: AdminKey };

type Common = {
  /** Where the value is, as `mainColor` or `userForm.formTitle`; in a list's item, within the item. */
  path: string;
  label: AdminKey;
  help?: AdminKey;
  /** Whether the field applies, given the thing or the list's item. A faulty field is always shown. */
  shownIf?: (values: Values) => boolean;
  /** Shown under 'More'. */
  isRare?: boolean;
};

export type FieldSpec = Common &
  (
    | { kind: "text"; isCode?: boolean; isFixed?: boolean }
    | { kind: "longText"; rows?: 3 | 4 | 5 }
    /** `inserts` are variables such as `{nick}`, offered below the text. */
    | { kind: "localText"; isLong?: boolean; inserts?: readonly Insert[] }
    /** An `isOptional` number may be empty: `unset` then holds. */
    | { kind: "number"; unit?: AdminKey; min?: number; step?: number; isOptional?: boolean; unset?: number }
    | { kind: "switch" }
    | { kind: "select"; options: readonly Option[] }
    | { kind: "cards"; options: readonly Option[] }
    | { kind: "language" }
    | { kind: "colour" }
    /** `aspect` is width divided by height of the crop; without it, any. */
    | { kind: "picture"; aspect?: number }
    | { kind: "link" }
    | { kind: "chips"; example: string }
    /** Chooses a thing by its name. `title` is the thing's field that people know it by. */
    | { kind: "thing"; of: Kind; title: string; none: AdminKey }
    /** Chooses several. With `wrap`, the value is `[{[wrap]: id}]`. */
    | { kind: "things"; of: Kind; title: string; wrap?: string }
    /** `isArticle`: a flow cannot be chosen. */
    | { kind: "doc"; isArticle?: boolean }
    | {
        kind: "list";
        item: readonly FieldSpec[];
        /** The item's field that names it in the list. */
        title: string;
        blank: () => Values;
        add: AdminKey;
        empty: AdminKey;
      }
    | { kind: "hours" }
    /**
     * `isSet` is the field that says whether a secret is set. An `isIssued` one comes from another service; one that
     * `signs` has the form of Standard Webhooks.
     */
    | { kind: "secret"; isSet: string; isIssued?: boolean; signs?: boolean }
    | { kind: "custom"; Field: ComponentType<{ path: string }> }
  );

export type FieldKind = FieldSpec["kind"];
export type SpecOf<K extends FieldKind> = Extract<FieldSpec, { kind: K }>;
export type FieldProps<K extends FieldKind> = { spec: SpecOf<K>; path: string };

/** Fields under one heading. */
export type FieldGroup = {
  id: string;
  title: AdminKey;
  text?: AdminKey;
  fields: readonly FieldSpec[];
};

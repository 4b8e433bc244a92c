import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { isWithin } from "../things/paths";
import { useFaultsWithin, useValues } from "./editor";
import { Field } from "./Field";
import styles from "./Fields.module.css";
import type { FieldGroup, FieldSpec } from "./specs";

export type FieldsProps = {
  fields: readonly FieldSpec[];
  /** The path of the list's item that the fields belong to; empty for the thing itself. */
  within?: string;
};

/** Shows the fields that apply; rare ones under 'More'. */
export function Fields({ fields, within = "" }: FieldsProps) {
  const { t } = useTranslation("admin");
  const values = useValues(within);
  const faults = useFaultsWithin(within);
  const [isMoreOpen, setMoreOpen] = useState(false);
  const pathOf = (spec: FieldSpec) => (within === "" ? spec.path : `${within}.${spec.path}`);
  const isFaulty = (spec: FieldSpec) => faults.some((one) => isWithin(one.field, pathOf(spec)));
  const applies = (spec: FieldSpec) => !spec.shownIf || spec.shownIf(values);
  // A fault is shown even if the field does not apply, unless another field shows the same value.
  const isAlone = (spec: FieldSpec) => !fields.some((other) => other.path === spec.path && applies(other));
  const shown = fields.filter((spec) => applies(spec) || (isFaulty(spec) && isAlone(spec)));
  const rare = shown.filter((spec) => spec.isRare);
  const draw = (spec: FieldSpec) => <Field key={spec.path} spec={spec} path={pathOf(spec)} />;
  const isOpen = isMoreOpen || rare.some(isFaulty);
  return (
    <div className={styles.fields}>
      {shown.filter((spec) => !spec.isRare).map(draw)}
      {rare.length === 0 ? null : (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => setMoreOpen(!isMoreOpen)}
        >
          <ChevronRight size={16} aria-hidden className={styles.arrow} />
          {t("form_more")}
        </button>
      )}
      {isOpen ? rare.map(draw) : null}
    </div>
  );
}

/** Shows fields, or groups of them one below the other. */
export function FieldParts({ parts }: { parts: readonly (FieldSpec | FieldGroup)[] }) {
  const groups = parts.filter((part) => "fields" in part);
  if (groups.length > 0) return groups.map((group) => <Group key={group.id} group={group} />);
  return <Fields fields={parts.filter((part) => "path" in part)} />;
}

/** Shows the fields of a group below its heading. */
export function Group({ group, children }: { group: FieldGroup; children?: ReactNode }) {
  const { t } = useTranslation("admin");
  return (
    <section className={styles.group} aria-labelledby={`group-${group.id}`}>
      <h2 id={`group-${group.id}`} className={styles.title} tabIndex={-1}>
        {t(group.title)}
      </h2>
      {group.text ? <p className={styles.text}>{t(group.text)}</p> : null}
      <Fields fields={group.fields} />
      {children}
    </section>
  );
}

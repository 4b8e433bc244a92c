import { clsx } from "clsx";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "../../ui/Input";
import { isWithin } from "../things/paths";
import type { Fault } from "../things/refusals";
import { useFaultsWithin } from "./editor";
import { Group } from "./Fields";
import styles from "./GroupedFields.module.css";
import type { FieldGroup } from "./specs";

export type GroupedFieldsProps = {
  /** What the groups are of. */
  label: string;
  groups: readonly FieldGroup[];
  /** Stands at the right of the form. */
  aside?: ReactNode;
};

const isOf = (group: FieldGroup, fault: Fault) =>
  group.fields.some((spec) => isWithin(fault.field, spec.path));

/** The groups of a long form, one at a time. The open one is in the address. */
export function GroupedFields({ label, groups, aside }: GroupedFieldsProps) {
  const { t } = useTranslation("admin");
  const faults = useFaultsWithin("");
  const [isAside, setAside] = useState(false);
  const [wanted, setWanted] = useState(location.hash.slice(1));
  const open = groups.find(({ id }) => id === wanted) ?? groups[0];
  const faulty = new Set(
    groups.filter((group) => faults.some((one) => isOf(group, one))).map(({ id }) => id),
  );

  const choose = (id: string) => {
    setWanted(id);
    history.replaceState(history.state, "", `#${id}`);
  };

  // A refused save leads to the first group with a wrong field.
  const first = groups.find(({ id }) => faulty.has(id))?.id;
  const isHere = open !== undefined && faulty.has(open.id);
  useEffect(() => {
    if (first !== undefined && !isHere) setWanted(first);
  }, [first, isHere]);

  if (!open) return null;
  return (
    <div className={styles.grouped} data-aside={aside && isAside ? "" : undefined}>
      <nav aria-label={label} className={styles.groups}>
        {groups.map((group) => (
          <button
            key={group.id}
            type="button"
            aria-current={group === open ? "true" : undefined}
            className={clsx(styles.choice, group === open && styles.open)}
            onClick={() => choose(group.id)}
          >
            {t(group.title)}
            {faulty.has(group.id) ? (
              <span className={styles.wrong}>
                <span className="visually-hidden">{t("group_wrong")}</span>
              </span>
            ) : null}
          </button>
        ))}
      </nav>
      <div className={styles.picker}>
        <Select aria-label={label} value={open.id} onChange={(event) => choose(event.target.value)}>
          {groups.map((group) => (
            <option key={group.id} value={group.id}>
              {t(group.title)}
            </option>
          ))}
        </Select>
      </div>
      {aside ? (
        <div role="tablist" aria-label={label} className={styles.tabs}>
          {[false, true].map((which) => (
            <button
              key={String(which)}
              type="button"
              role="tab"
              aria-selected={which === isAside}
              className={clsx(styles.tab, which === isAside && styles.open)}
              onClick={() => setAside(which)}
            >
              {t(which ? "preview_title" : "preview_settings")}
            </button>
          ))}
        </div>
      ) : null}
      <div className={styles.body}>
        <Group key={open.id} group={open} />
      </div>
      {aside ? <div className={styles.aside}>{aside}</div> : null}
    </div>
  );
}

import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { WholeTime } from "../../../ui/WholeTime";
import type { AuditEntry } from "../../../wire/admin";
import common from "../../common.module.css";
import table from "../../list/Table.module.css";
import { ACTIONS } from "./audit";
import styles from "./safety.module.css";
import { THINGS } from "./thingWords";
import { usePersonName } from "./usePersonName";

export type AuditTableProps = {
  entries: readonly AuditEntry[];
  nameOf: (adminId: string) => string;
  /** The page of what an entry is about, if it has one. */
  pageOf: (entry: AuditEntry) => string | undefined;
};

/** Entries, newest first; one with changed values opens to show them before and after. */
export function AuditTable({ entries, nameOf, pageOf }: AuditTableProps) {
  const { t } = useTranslation("admin");
  const [open, setOpen] = useState<number>();
  const personOf = usePersonName(nameOf);
  return (
    <div className={table.frame}>
      <table className={clsx(table.table, styles.table)}>
        <thead>
          <tr>
            <th scope="col">{t("audit_time")}</th>
            <th scope="col">{t("audit_person")}</th>
            <th scope="col">{t("audit_action")}</th>
            <th scope="col">{t("audit_thing")}</th>
            <th scope="col">{t("audit_fields")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const action = ACTIONS[entry.action];
            const isOpen = entry.at === open;
            return (
              <Fragment key={entry.at}>
                <tr>
                  <td className={styles.time}>
                    <WholeTime at={entry.at} />
                  </td>
                  <td>
                    <bdi>{personOf(entry.adminId)}</bdi>
                  </td>
                  <td>{action ? t(action) : entry.action}</td>
                  <td>
                    <What entry={entry} nameOf={nameOf} page={pageOf(entry)} />
                  </td>
                  <td className={styles.fields}>
                    {entry.changes.length > 0 ? (
                      <button
                        type="button"
                        className={styles.open}
                        aria-expanded={isOpen}
                        onClick={() => setOpen(isOpen ? undefined : entry.at)}
                      >
                        <ChevronRight size={14} aria-hidden />
                        <bdi>{fieldsOf(entry)}</bdi>
                      </button>
                    ) : (
                      <bdi>{fieldsOf(entry)}</bdi>
                    )}
                  </td>
                </tr>
                {isOpen ? (
                  <tr>
                    <td colSpan={5} className={styles.detail}>
                      <Changes entry={entry} />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function fieldsOf({ fields, changes }: AuditEntry): string {
  const named = fields.length > 0 ? fields : changes.map((one) => one.field);
  return named.join(", ");
}

type WhatProps = { entry: AuditEntry; page: string | undefined } & Pick<AuditTableProps, "nameOf">;

/** The thing, with a link if it has a page. */
function What({ entry: { thing, id }, nameOf, page }: WhatProps) {
  const { t } = useTranslation("admin");
  const word = THINGS[thing];
  const name = word ? t(word) : thing;
  const label = thing === "agents" ? nameOf(id) : id;
  return (
    <>
      {name}{" "}
      {id === "" ? null : page ? (
        <Link href={page} className={styles.id ?? ""} title={id}>
          <bdi>{label}</bdi>
        </Link>
      ) : (
        <bdi className={styles.id}>{label}</bdi>
      )}
    </>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation("admin");
  return (
    <table className={styles.changes}>
      <caption className="visually-hidden">{t("audit_changes")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("audit_field")}</th>
          <th scope="col">{t("audit_before")}</th>
          <th scope="col">{t("audit_after")}</th>
        </tr>
      </thead>
      <tbody>
        {entry.changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">
              <bdi>{field}</bdi>
            </th>
            <td className={styles.before}>
              <Value value={before} />
            </td>
            <td className={styles.after}>
              <Value value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value }: { value: unknown }) {
  const { t } = useTranslation("admin");
  if (value === null || value === undefined || value === "")
    return <span className={common.quiet}>{t("conflict_empty")}</span>;
  return <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>;
}

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import type { Thing } from "../../wire/things";
import common from "../common.module.css";
import { AdminDialog } from "../shell/AdminDialog";
import { type Difference, differences, merged, type Side } from "../things/merge";
import { valueWords } from "../things/valueWords";
import styles from "./ConflictDialog.module.css";
import type { Conflict } from "./useThingEditor";

export type ConflictDialogProps = {
  conflict: Conflict;
  labelOf: (field: string) => string;
  isBusy: boolean;
  onResolve: (mine: Thing, theirs: Thing) => void;
  onClose: () => void;
};

/** Shows both versions field by field. What only one side changed is chosen already. */
export function ConflictDialog({ conflict, labelOf, isBusy, onResolve, onClose }: ConflictDialogProps) {
  const { t } = useTranslation("admin");
  const { base, mine, theirs } = conflict;
  const found = differences(base, mine, theirs);
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const chosen = found.map((one) => ({ ...one, side: sides[one.field] ?? one.side }));
  const all = (side: Side) => setSides(Object.fromEntries(found.map((one) => [one.field, side])));
  return (
    <AdminDialog
      isQuestion
      onClose={onClose}
      title={t("conflict_title")}
      cancel={t("conflict_later")}
      action={
        <Button look="primary" isBusy={isBusy} onClick={() => onResolve(merged(theirs, chosen), theirs)}>
          {t("conflict_save")}
        </Button>
      }
    >
      <p className={common.text}>{t("conflict_text")}</p>
      <p className={styles.all}>
        <Button look="quiet" size="small" onClick={() => all("mine")}>
          {t("conflict_all_mine")}
        </Button>
        <Button look="quiet" size="small" onClick={() => all("theirs")}>
          {t("conflict_all_theirs")}
        </Button>
      </p>
      {chosen.map((one) => (
        <Choice
          key={one.field}
          label={labelOf(one.field)}
          difference={one}
          onChoose={(side) => setSides({ ...sides, [one.field]: side })}
        />
      ))}
    </AdminDialog>
  );
}

type ChoiceProps = { label: string; difference: Difference; onChoose: (side: Side) => void };

function Choice({ label, difference, onChoose }: ChoiceProps) {
  const { t } = useTranslation("admin");
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>
        {label}
        {difference.isDisputed ? <span className={styles.both}>{t("conflict_both")}</span> : null}
      </legend>
      {(["mine", "theirs"] as const).map((side) => (
        <label key={side} className={styles.side} data-chosen={difference.side === side ? "" : undefined}>
          <input
            type="radio"
            name={`conflict-${difference.field}`}
            checked={difference.side === side}
            onChange={() => onChoose(side)}
          />
          <span>
            <span className={common.note}>{t(side === "mine" ? "conflict_mine" : "conflict_theirs")}</span>
            <span className={styles.value} dir="auto">
              {valueWords(difference[side]) || t("conflict_empty")}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

import { clsx } from "clsx";
import { Check, ChevronDown, ChevronLeft, ChevronRight, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { namesAlong } from "../../form/answers";
import { Dialog } from "../../ui/Dialog";
import type { ControlProps } from "../../ui/FormField";
import { IconButton } from "../../ui/IconButton";
import type { Field, FieldOption } from "../../wire/field";
import styles from "./Fields.module.css";

export type CascaderControlProps = {
  field: Field;
  /** Ids from the root down; empty if nothing is chosen. */
  path: readonly string[];
  control: ControlProps;
  onChange: (path: string[]) => void;
};

/** A nested choice: each option opens the next level, and the end of a branch completes it. */
export function CascaderControl({ field, path, control, onChange }: CascaderControlProps) {
  const { t } = useTranslation("form");
  const [isOpen, setIsOpen] = useState(false);
  const names = namesAlong(field.options, path) ?? [];
  const { required: _, "aria-invalid": isInvalid, ...rest } = control;
  return (
    <div className={path.length > 0 ? styles.chosenPath : undefined}>
      <button
        {...rest}
        type="button"
        className={clsx(styles.path, isInvalid && styles.invalid)}
        aria-haspopup="dialog"
        aria-label={`${field.name}: ${names.length > 0 ? names.join(" / ") : t("field_choose")}`}
        onClick={() => setIsOpen(true)}
      >
        <span className={clsx(styles.pathWords, names.length === 0 && styles.empty)}>
          {names.length > 0 ? <bdi>{names.join(" / ")}</bdi> : t("field_choose")}
        </span>
        <ChevronDown size={18} aria-hidden />
      </button>
      {path.length > 0 ? (
        <IconButton label={t("field_clear")} icon={<X size={18} />} onClick={() => onChange([])} />
      ) : null}
      {isOpen ? (
        <Levels
          field={field}
          chosen={path}
          onClose={() => setIsOpen(false)}
          onChoose={(chosen) => {
            onChange(chosen);
            setIsOpen(false);
          }}
        />
      ) : null}
    </div>
  );
}

type LevelsProps = {
  field: Field;
  chosen: readonly string[];
  onChoose: (path: string[]) => void;
  onClose: () => void;
};

function Levels({ field, chosen, onChoose, onClose }: LevelsProps) {
  const { t } = useTranslation("form");
  const { t: tChat } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState<readonly string[]>(chosen.slice(0, -1));
  const names = namesAlong(field.options, above) ?? [];
  const level = choicesAt(field.options, above);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each level's list takes the focus
  useEffect(() => {
    list.current?.querySelector("button")?.focus();
  }, [above]);

  return (
    <Dialog isOpen onClose={onClose} title={field.name} closeLabel={tChat("page_close")}>
      {names.length > 0 ? (
        <p className={styles.crumbs}>
          <bdi>{names.join(" / ")}</bdi>
        </p>
      ) : null}
      <ul ref={list} className={styles.levels}>
        {above.length > 0 ? (
          <li>
            <button type="button" className={styles.level} onClick={() => setAbove(above.slice(0, -1))}>
              <ChevronLeft size={18} aria-hidden className="mirrored" />
              <span className={styles.levelName}>{t("field_cascade_back")}</span>
            </button>
          </li>
        ) : null}
        {level.map((choice) => {
          const isCurrent = chosen[above.length] === choice.id;
          return (
            <li key={choice.id}>
              <button
                type="button"
                className={clsx(styles.level, isCurrent && styles.current)}
                aria-current={isCurrent || undefined}
                onClick={() => {
                  const path = [...above, choice.id];
                  if (choice.children.length > 0) setAbove(path);
                  else onChoose(path);
                }}
              >
                <span className={styles.levelName}>
                  <bdi>{choice.name}</bdi>
                </span>
                {choice.children.length > 0 ? (
                  <ChevronRight size={18} aria-hidden className="mirrored" />
                ) : null}
                {isCurrent && choice.children.length === 0 ? <Check size={18} aria-hidden /> : null}
              </button>
            </li>
          );
        })}
        {level.length === 0 ? <li className={styles.none}>{t("field_choose_none")}</li> : null}
      </ul>
    </Dialog>
  );
}

function choicesAt(options: readonly FieldOption[], path: readonly string[]): readonly FieldOption[] {
  return path.reduce<readonly FieldOption[]>(
    (level, step) => level.find((choice) => choice.id === step)?.children ?? [],
    options,
  );
}

import { clsx } from "clsx";
import type { TFunction } from "i18next";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Stars } from "../../ui/Stars";
import type { EvaluationSetting } from "../../wire/evaluation";
import styles from "./EvaluationDialog.module.css";
import {
  asksText,
  type Draft,
  type Fault,
  faultOf,
  firstDraft,
  levelOf,
  TEXT_MAX,
  withStars,
  withTag,
} from "./rules";

export type EvaluationDialogProps = {
  about: "robot" | "agent";
  /** The star that opened the dialog; 0 for the default. */
  stars: number;
  /** The tenant's texts and rules for rating agents; undefined while they load. */
  setting: EvaluationSetting | undefined;
  variant: "mobile" | "desktop";
  /** Resolves to false if the rating did not reach the server. */
  onSubmit: (draft: Draft) => Promise<boolean>;
  onClose: () => void;
};

/** Asks for stars, whether it helped, tags, and a text. One button. */
export function EvaluationDialog({
  about,
  stars,
  setting,
  variant,
  onSubmit,
  onClose,
}: EvaluationDialogProps) {
  const { t } = useTranslation();
  const [changed, setDraft] = useState<Draft | undefined>(undefined);
  const draft = changed ?? firstDraft(setting, stars);
  const [fault, setFault] = useState<Fault | undefined>(undefined);
  const [isSending, setIsSending] = useState(false);
  const level = about === "agent" ? levelOf(setting, draft.stars) : undefined;
  const tags = about === "agent" ? (level?.tags ?? []) : robotTags(draft.isSolved, t);

  const change = (next: Draft) => {
    setDraft(next);
    setFault(undefined);
  };
  const submit = async () => {
    const found = about === "agent" ? faultOf(draft, setting) : undefined;
    setFault(found);
    if (found) return;
    setIsSending(true);
    const isDone = await onSubmit(draft);
    setIsSending(false);
    if (isDone) onClose();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={(about === "agent" && setting?.guide) || t("rate_title")}
      closeLabel={t("page_close")}
      footer={
        <Button look="primary" isWide isBusy={isSending} onClick={submit}>
          {t("rate_submit")}
        </Button>
      }
    >
      <div className={styles.form}>
        <div className={styles.stars}>
          {setting?.model === "score" && about === "agent" ? (
            <Levels
              levels={setting.levels}
              value={draft.stars}
              onChoose={(value) => change(withStars(draft, value))}
            />
          ) : (
            <Stars
              value={draft.stars}
              label={t("rate_stars")}
              starLabel={(count) => t("rate_star", { count })}
              onChoose={(count) => change(withStars(draft, count))}
            />
          )}
          <p className={styles.guide} aria-live="polite">
            <bdi>{level?.guide || level?.name || ""}</bdi>
          </p>
        </div>
        <Solved
          isSolved={draft.isSolved}
          onChange={(isSolved) => change({ ...draft, isSolved, tags: about === "robot" ? [] : draft.tags })}
        />
        {tags.length > 0 ? (
          <fieldset className={styles.tags}>
            <legend>{t("rate_tags")}</legend>
            {tags.map((tag) => (
              <label key={tag} className={clsx(styles.tag, draft.tags.includes(tag) && styles.chosen)}>
                <input
                  type="checkbox"
                  className="visually-hidden"
                  checked={draft.tags.includes(tag)}
                  onChange={() => change(withTag(draft, tag))}
                />
                {tag}
              </label>
            ))}
            <Missing isShown={fault === "tag"} text={t("rate_tag_required")} />
          </fieldset>
        ) : null}
        {asksText(draft.stars, about === "agent" ? setting : undefined) ? (
          <Words
            text={draft.text}
            max={TEXT_MAX[variant]}
            isMissing={fault === "text"}
            onChange={(text) => change({ ...draft, text })}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

type LevelsProps = {
  levels: EvaluationSetting["levels"];
  value: number;
  onChoose: (value: number) => void;
};

/** Shows the tenant's own levels in place of stars: evaluateModel 2. */
function Levels({ levels, value, onChoose }: LevelsProps) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <fieldset className={styles.solved}>
      <legend className="visually-hidden">{t("rate_stars")}</legend>
      {levels.map((level) => (
        <label key={level.value} className={clsx(styles.tag, value === level.value && styles.chosen)}>
          <input
            type="radio"
            name={group}
            className="visually-hidden"
            checked={value === level.value}
            onChange={() => onChoose(level.value)}
          />
          {level.name || level.value}
        </label>
      ))}
    </fieldset>
  );
}

function Solved({ isSolved, onChange }: { isSolved: boolean; onChange: (isSolved: boolean) => void }) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <fieldset className={styles.solved}>
      <legend>{t("rate_solved")}</legend>
      {[true, false].map((answer) => (
        <label key={String(answer)} className={clsx(styles.tag, isSolved === answer && styles.chosen)}>
          <input
            type="radio"
            name={group}
            className="visually-hidden"
            checked={isSolved === answer}
            onChange={() => onChange(answer)}
          />
          {t(answer ? "rate_yes" : "rate_no")}
        </label>
      ))}
    </fieldset>
  );
}

type WordsProps = { text: string; max: number; isMissing: boolean; onChange: (text: string) => void };

function Words({ text, max, isMissing, onChange }: WordsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.words}>
      <textarea
        rows={2}
        maxLength={max}
        value={text}
        dir="auto"
        placeholder={t("rate_text")}
        aria-label={t("rate_text")}
        aria-invalid={isMissing || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className={styles.count} dir="ltr" aria-hidden="true">
        {text.length} / {max}
      </span>
      <Missing isShown={isMissing} text={t("rate_text_required")} />
    </div>
  );
}

function Missing({ isShown, text }: { isShown: boolean; text: string }) {
  return isShown ? (
    <p className={styles.missing} role="alert">
      {text}
    </p>
  ) : null;
}

function robotTags(isSolved: boolean, t: TFunction<"chat">): string[] {
  if (isSolved) return [];
  return [
    t("rate_robot_irrelevant"),
    t("rate_robot_comprehension"),
    t("rate_robot_unable"),
    t("rate_robot_rude"),
  ];
}

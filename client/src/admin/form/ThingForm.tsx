import { clsx } from "clsx";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { FormProvider } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { showToast } from "../../ui/toast";
import { useUnsaved } from "../shell/guard";
import { SaveBar } from "../shell/SaveBar";
import { isSame, isWithin, stepsOf, valueAt } from "../things/paths";
import { troubleWords } from "../things/troubleWords";
import { ConflictDialog } from "./ConflictDialog";
import { EditorContext } from "./editor";
import { FieldParts } from "./Fields";
import { PublishDialogs } from "./PublishDialogs";
import type { FieldGroup, FieldSpec } from "./specs";
import { submits } from "./submits";
import styles from "./ThingForm.module.css";
import { useFaultWords } from "./useFaultWords";
import { usePublisher } from "./usePublisher";
import { type EditedThing, useThingEditor } from "./useThingEditor";

export type ThingFormProps = EditedThing & {
  /** Every field of the form: names what changed and what is wrong. */
  fields: readonly (FieldSpec | FieldGroup)[];
  /** Uses the page's whole width, for a form beside a drawing or a preview. */
  isWide?: boolean;
  /** Shows the test questions that a refused change makes worse; `force` saves it nevertheless. */
  whenWorse?: (report: unknown, force: () => void, forget: () => void) => ReactNode;
  /** What the form shows; its fields if absent. */
  children?: ReactNode;
};

/** A form around one thing: fields, the save bar, drafts, and conflicts. */
export function ThingForm({ fields: parts, isWide = false, whenWorse, children, ...edited }: ThingFormProps) {
  const { t } = useTranslation("admin");
  const fields = parts.flatMap((part) => ("fields" in part ? part.fields : [part]));
  const told = () => showToast("success", t("saved"));
  const editor = useThingEditor({ ...edited, onSaved: edited.onSaved ?? told });
  const publisher = usePublisher(edited.store?.publishing, editor);
  const { refusals, forgetFaults, isUnsaved, discard } = editor;
  const faults = useFaultWords(editor.faults);
  const root = useRef<HTMLFormElement>(null);
  useUnsaved(isUnsaved, discard);

  const forget = useRef(forgetFaults);
  forget.current = forgetFaults;
  const forgetAt = useCallback((path: string) => forget.current((fault) => isWithin(fault.field, path)), []);
  const shared = useMemo(() => ({ faults, forgetFaults: forgetAt }), [faults, forgetAt]);

  useEffect(() => {
    if (refusals === 0) return;
    // The fields that hold a fault open first.
    const frame = requestAnimationFrame(() => {
      const first = root.current?.querySelector<HTMLElement>("[data-fault]");
      (
        first?.querySelector<HTMLElement>("[aria-invalid]") ??
        first?.querySelector<HTMLElement>("input, textarea, select, button")
      )?.focus({ preventScroll: true });
      first?.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [refusals]);

  const labelOf = (path: string) => {
    const spec =
      fields.find((one) => isWithin(path, one.path)) ??
      fields.find((one) => stepsOf(one.path)[0] === stepsOf(path)[0]);
    return spec ? t(spec.label) : path;
  };
  /** The changed fields by name; of an object, those of its fields that differ. */
  const changedNames = () => {
    const values = editor.form.getValues();
    const differs = ({ path }: FieldSpec) => !isSame(valueAt(editor.base, path), valueAt(values, path));
    const names = editor.changed.flatMap((field) => {
      const parts = fields.filter((one) => stepsOf(one.path)[0] === field && differs(one));
      return parts.length > 0 ? parts.map((one) => t(one.label)) : [labelOf(field)];
    });
    return [...new Set(names)];
  };
  const isShown = (field: string) => fields.some((one) => isWithin(field, one.path));
  const unplaced = faults.filter((one) => !isShown(one.field));
  return (
    <EditorContext value={shared}>
      <FormProvider {...editor.form}>
        <form
          ref={root}
          noValidate
          className={clsx(styles.form, isWide && styles.wide)}
          onSubmit={submits(() => void (isUnsaved && editor.save()))}
        >
          {children ?? <FieldParts parts={parts} />}
          <SaveBar
            isUnsaved={isUnsaved}
            isBusy={editor.isSaving || publisher?.isBusy === true}
            isRestored={editor.isRestored}
            changed={isUnsaved ? changedNames() : []}
            troubles={[
              ...(faults.length > 0
                ? [
                    t(publisher ? "publish_wrong" : "save_wrong", {
                      fields: [...new Set(faults.map((one) => labelOf(one.field)))].join(", "),
                    }),
                  ]
                : []),
              ...unplaced.map((one) => `${one.field}: ${one.message}`),
              ...(editor.trouble ? [troubleWords(t, editor.trouble)] : []),
            ]}
            onSave={() => void editor.save()}
            onDiscard={discard}
            publisher={publisher}
          />
        </form>
        {publisher ? <PublishDialogs publisher={publisher} fields={fields} /> : null}
        {editor.trouble?.kind === "worse"
          ? whenWorse?.(editor.trouble.report, () => void editor.force(), editor.forgetTrouble)
          : null}
        {editor.conflict ? (
          <ConflictDialog
            conflict={editor.conflict}
            labelOf={labelOf}
            isBusy={editor.isSaving}
            onResolve={(mine, theirs) => void editor.resolve(mine, theirs)}
            onClose={editor.postpone}
          />
        ) : null}
      </FormProvider>
    </EditorContext>
  );
}

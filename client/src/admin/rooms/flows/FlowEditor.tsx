import { clsx } from "clsx";
import { GitFork, List, Play, Plus, Redo2, Undo2 } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMedia } from "../../../lib/useMedia";
import { Button } from "../../../ui/Button";
import { IconButton } from "../../../ui/IconButton";
import { Skeleton } from "../../../ui/Skeleton";
import { EditorContext, useValues } from "../../form/editor";
import { useFaultWords } from "../../form/useFaultWords";
import { AddStepDialog } from "./AddStepDialog";
import { FlowContext, type FlowScope } from "./context";
import styles from "./FlowEditor.module.css";
import { FlowTrial } from "./FlowTrial";
import { type Drawn, portsOf, type Source, type Step, stepOf } from "./flow";
import { type From, freeId } from "./flowEdit";
import { FIRST_FIELD, focusSoon, isLoaded } from "./focus";
import { ID_WORDS } from "./kinds";
import { ProblemList } from "./ProblemList";
import { problemsOf } from "./problems";
import { StepList } from "./StepList";
import { StepPanel } from "./StepPanel";
import { isUntouched } from "./starters";
import { useDrawing } from "./useDrawing";
import { useStepWords } from "./useStepWords";

const Drawing = lazy(() => import("./Drawing"));

/** Same as in FlowEditor.module.css: below this width, the flow is a list. */
const NARROW = "(width <= 1000px)";

/** The drawing or the list of a flow's steps, and the fields of the chosen one. */
export function FlowEditor({ flow, isNew }: { flow: string; isNew: boolean }) {
  const { t } = useTranslation("admin");
  const drawing = useDrawing(flow, isNew);
  const { drawn, forgetFaults } = drawing;
  const words = useStepWords(drawn);
  const stepName = useStepName(drawn, words.titleOf);
  const faults = useFaultWords(drawing.faults, stepName);
  const isNarrow = useMedia(NARROW);
  const [wantsList, setWantsList] = useState(false);
  const [chosen, setChosen] = useState("");
  const [adding, setAdding] = useState<{ from?: From | undefined }>();
  const [isTrying, setTrying] = useState(false);
  const [visited, setVisited] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const isList = isNarrow || wantsList;
  const values = useValues("");
  const isBlank = isNew && isUntouched(values);
  const problems = useMemo(() => problemsOf(drawn, faults), [drawn, faults]);
  const editor = useMemo(() => ({ faults, forgetFaults }), [faults, forgetFaults]);
  useUndoKeys(drawing.undo, drawing.redo);

  const choose = (id: string) => {
    setChosen(id);
    // Beside the drawing, there is room for the trial or the fields. The list shows both.
    if (id !== "" && !isList) setTrying(false);
    drawing.seal();
  };
  const showFaultOf = (id: string) => {
    const fields = () => root.current?.querySelector(`[data-step="${CSS.escape(id)}"]`);
    focusSoon(
      () => {
        const first = fields()?.querySelector("[data-fault]");
        const controls = first?.querySelector<HTMLElement>("input, textarea, select, button");
        return first?.querySelector<HTMLElement>("[aria-invalid]") ?? controls;
      },
      () => isLoaded(fields()),
    );
  };
  const add = (source: Source) => {
    const id = freeId(drawn, ID_WORDS[source]);
    drawing.apply({ do: "add", id, source, from: adding?.from });
    setAdding(undefined);
    choose(id);
    const fields = () => root.current?.querySelector(`[data-step="${CSS.escape(id)}"]`);
    focusSoon(
      () => fields()?.querySelector<HTMLElement>(FIRST_FIELD),
      () => isLoaded(fields()),
    );
  };
  /** Escape leads from a step's fields back to its card. */
  const leaveFields = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Escape" || !(event.target instanceof Element)) return;
    if (!event.target.closest("[data-panel]")) return;
    // The text's editor takes each Escape, and does nothing that is seen.
    if (event.defaultPrevented && !event.target.closest("[contenteditable=true]")) return;
    root.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(chosen)}"]`)?.focus();
  };
  const step = stepOf(drawn, chosen);
  const scope: FlowScope = {
    drawn,
    ...words,
    apply: (edit) => {
      drawing.apply(edit);
      if (edit.do === "rename" && edit.id === chosen) setChosen(edit.to);
      if (edit.do === "copy") choose(edit.as);
      if (edit.do === "remove" && edit.id === chosen) choose("");
    },
    askToAdd: (from) => setAdding({ from }),
    portsAt: (id) => portsOf(stepOf(drawn, id) ?? {}),
    problems,
    chosen: step ? chosen : "",
    choose,
    visited,
  };
  return (
    <FlowContext value={scope}>
      <EditorContext value={editor}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a key for everything inside */}
        <div ref={root} className={styles.editor} onKeyDown={leaveFields}>
          <div role="toolbar" aria-label={t("flow_tools")} className={styles.tools}>
            <Button look="soft" size="small" icon={<Plus size={16} />} onClick={() => setAdding({})}>
              {t("flow_step_add")}
            </Button>
            <IconButton
              label={t("flow_undo")}
              icon={<Undo2 size={18} />}
              disabled={!drawing.canUndo}
              aria-keyshortcuts="Control+Z Meta+Z"
              onClick={drawing.undo}
            />
            <IconButton
              label={t("flow_redo")}
              icon={<Redo2 size={18} />}
              disabled={!drawing.canRedo}
              aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
              onClick={drawing.redo}
            />
            <Button
              look="soft"
              size="small"
              icon={<Play size={16} className="mirrored" />}
              aria-pressed={isTrying}
              onClick={() => setTrying(!isTrying)}
            >
              {t("flow_try")}
            </Button>
            {isNarrow ? null : (
              // biome-ignore lint/a11y/useSemanticElements: two views of the same flow, not a fieldset
              <span role="group" aria-label={t("flow_view")} className={styles.views}>
                <button
                  type="button"
                  aria-pressed={!isList}
                  className={styles.view}
                  onClick={() => setWantsList(false)}
                >
                  <GitFork size={16} aria-hidden />
                  {t("flow_view_drawing")}
                </button>
                <button
                  type="button"
                  aria-pressed={isList}
                  className={styles.view}
                  onClick={() => setWantsList(true)}
                >
                  <List size={16} aria-hidden />
                  {t("flow_view_list")}
                </button>
              </span>
            )}
          </div>
          <ProblemList
            onShow={(problem) => {
              choose(problem.step);
              if (!isList) setTrying(false);
              showFaultOf(problem.step);
            }}
          />
          <div className={clsx(styles.parts, isList && styles.single, isTrying && styles.trying)}>
            {isList ? (
              <StepList isNew={isNew} />
            ) : (
              <>
                <Suspense fallback={<Skeleton width="100%" height="100%" />}>
                  <Drawing places={drawing.places} onPlace={drawing.place} isBlank={isBlank} />
                </Suspense>
                {isTrying ? null : <StepPanel isNew={isNew} />}
              </>
            )}
            {isTrying ? <FlowTrial onPlace={setVisited} onClose={() => setTrying(false)} /> : null}
          </div>
        </div>
        {adding ? <AddStepDialog onAdd={add} onClose={() => setAdding(undefined)} /> : null}
      </EditorContext>
    </FlowContext>
  );
}

/** What people know a step by, from its id. */
function useStepName(drawn: Drawn, titleOf: (step: Step) => string): (id: string) => string {
  const latest = useRef(titleOf);
  latest.current = titleOf;
  return useCallback(
    (id: string) => {
      const step = stepOf(drawn, id);
      return step ? latest.current(step) : id;
    },
    [drawn],
  );
}

/** Ctrl or ⌘ and Z, with Shift to redo. In a text, the browser undoes the typing. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  const acts = useRef({ undo, redo });
  acts.current = { undo, redo };
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      const at = event.target;
      if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return;
      // A text with formats has an undo of its own.
      if (at instanceof HTMLElement && at.closest("[contenteditable=true]")) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (event.shiftKey) acts.current.redo();
      else acts.current.undo();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

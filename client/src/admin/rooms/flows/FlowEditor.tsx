import { clsx } from "clsx";
import { GitFork, List, Play, Plus, Redo2, Undo2 } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMedia } from "../../../lib/useMedia";
import { Button } from "../../../ui/Button";
import { IconButton } from "../../../ui/IconButton";
import { Skeleton } from "../../../ui/Skeleton";
import { EditorContext } from "../../form/editor";
import { AddStepDialog } from "./AddStepDialog";
import { FlowContext, type FlowScope } from "./context";
import styles from "./FlowEditor.module.css";
import { FlowTrial } from "./FlowTrial";
import { portsOf, type Source, stepOf } from "./flow";
import { type From, freeId } from "./flowEdit";
import { ID_WORDS } from "./kinds";
import { ProblemList } from "./ProblemList";
import { problemsOf } from "./problems";
import { StepList } from "./StepList";
import { StepPanel } from "./StepPanel";
import { useDrawing } from "./useDrawing";
import { useStepWords } from "./useStepWords";

const Drawing = lazy(() => import("./Drawing"));

/** Same as in FlowEditor.module.css: below this width, the flow is a list. */
const NARROW = "(width <= 1000px)";

/** The drawing or the list of a flow's steps, and the fields of the chosen one. */
export function FlowEditor({ flow, isNew }: { flow: string; isNew: boolean }) {
  const { t } = useTranslation("admin");
  const drawing = useDrawing(flow);
  const words = useStepWords();
  const { drawn, faults, forgetFaults } = drawing;
  const isNarrow = useMedia(NARROW);
  const [wantsList, setWantsList] = useState(false);
  const [chosen, setChosen] = useState("");
  const [adding, setAdding] = useState<{ from?: From | undefined }>();
  const [isTrying, setTrying] = useState(false);
  const [visited, setVisited] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const isList = isNarrow || wantsList;
  const problems = useMemo(() => problemsOf(drawn, faults), [drawn, faults]);
  const editor = useMemo(() => ({ faults, forgetFaults }), [faults, forgetFaults]);
  useUndoKeys(drawing.undo, drawing.redo);

  const choose = (id: string) => {
    setChosen(id);
    // Beside the drawing, there is room for the trial or the fields. The list shows both.
    if (id !== "" && !isList) setTrying(false);
    drawing.seal();
  };
  const showFaultOf = (id: string) =>
    requestAnimationFrame(() => {
      const first = root.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"] [data-fault]`);
      (
        first?.querySelector<HTMLElement>("[aria-invalid]") ??
        first?.querySelector<HTMLElement>("input, textarea, select, button")
      )?.focus();
      first?.scrollIntoView({ block: "center" });
    });
  const add = (source: Source) => {
    const id = freeId(drawn, ID_WORDS[source]);
    drawing.apply({ do: "add", id, source, from: adding?.from });
    setAdding(undefined);
    choose(id);
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
        <div ref={root} className={styles.editor}>
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
                  <Drawing places={drawing.places} onPlace={drawing.place} />
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

/** Ctrl or ⌘ and Z, with Shift to redo. In a text, the browser undoes the typing. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  const acts = useRef({ undo, redo });
  acts.current = { undo, redo };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      const at = event.target;
      if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (event.shiftKey) acts.current.redo();
      else acts.current.undo();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

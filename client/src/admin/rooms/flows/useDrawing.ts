/** The drawn flow in the form: edits, undo and redo, places, and what is wrong. */
import { useContext, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { type FieldValues, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../state/jotai";
import { flowProblems } from "../../../wire/admin";
import { EditorContext, useValues } from "../../form/editor";
import { adminApiAtom } from "../../session/services";
import { ownerAtom } from "../../session/session.atoms";
import { isWithin, type Values } from "../../things/paths";
import { type Fault, refusalOf } from "../../things/refusals";
import { type Drawn, drawnOf } from "./flow";
import { type Edit, edited, type History, type Places, startHistory, turned } from "./flowEdit";
import { keepPlaces, keptPlaces } from "./places";
import { together } from "./problems";
import { isUntouched } from "./starters";

/** Time after the last change until the server is asked. */
const CHECK_AFTER_MS = 600;

export function useDrawing(flow: string, isNew: boolean) {
  const owner = useAtomValue(ownerAtom);
  const { i18n } = useTranslation();
  const [dir] = useState(() => i18n.dir(i18n.language));
  const { setValue, getValues } = useFormContext<FieldValues>();
  const values = useValues("");
  const { start, nodes } = values;
  const drawn = useMemo(() => drawnOf({ start, nodes }), [start, nodes]);
  const [history, turn] = useReducer(turned, undefined, () =>
    startHistory({ drawn, places: keptPlaces({ owner, flow, dir }) }),
  );
  const { faults, forgetFaults } = useFaults(values, isNew);

  // The fields of the panel and a discard change the form, too.
  useEffect(() => turn({ do: "record", drawn }), [drawn]);
  useEffect(
    () => keepPlaces({ owner, flow, dir }, history.now.places),
    [owner, flow, dir, history.now.places],
  );

  const show = (wanted: Drawn) => {
    setValue("start", wanted.start, { shouldDirty: true });
    setValue("nodes", [...wanted.nodes], { shouldDirty: true });
  };
  const go = (way: "undo" | "redo") => {
    const next: History = turned(history, { do: way });
    if (next === history) return;
    // The fields' paths may name other steps afterwards.
    forgetFaults("nodes");
    turn({ do: way });
    show(next.now.drawn);
  };
  return {
    drawn,
    places: history.now.places,
    faults,
    forgetFaults,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => go("undo"),
    redo: () => go("redo"),
    seal: () => turn({ do: "seal" }),
    place: (places: Places) => turn({ do: "record", places }),
    apply: (edit: Edit) => {
      if (edit.do === "remove") forgetFaults("nodes");
      show(edited(drawnOf(getValues()), edit));
    },
  };
}

/**
 * What put refused, and what the server says while the flow is drawn. A new flow is quiet until somebody works on it:
 * nobody has done anything wrong yet.
 */
function useFaults(values: Values, isNew: boolean) {
  const shared = useContext(EditorContext);
  const api = useAtomValue(adminApiAtom);
  const [found, setFound] = useState<readonly Fault[]>([]);
  const isQuiet = isNew && isUntouched(values);
  // A server without this call says what is wrong when the flow is saved.
  const isAsked = useRef(true);

  useEffect(() => {
    if (!isAsked.current || isQuiet) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { signal } = stop;
        setFound(await api.call("flows/check", { flow: values }, flowProblems, { signal }));
      } catch (cause) {
        if (stop.signal.aborted) return;
        if (refusalOf(cause).kind === "gone") isAsked.current = false;
        setFound([]);
      }
    }, CHECK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [values, api, isQuiet]);

  return {
    faults: useMemo(() => together(shared.faults, isQuiet ? [] : found), [shared.faults, found, isQuiet]),
    forgetFaults: (path: string) => {
      shared.forgetFaults(path);
      setFound((all) =>
        all.some((one) => isWithin(one.field, path)) ? all.filter((one) => !isWithin(one.field, path)) : all,
      );
    },
  };
}

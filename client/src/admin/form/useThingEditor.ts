/** Edits one thing: its values, what is unsaved, saving, and what the server said. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type FieldValues, useForm, useWatch } from "react-hook-form";
import { useAtomValue } from "../../state/jotai";
import type { Thing } from "../../wire/things";
import { adminApiAtom } from "../session/services";
import { ownerAtom } from "../session/session.atoms";
import { draftKey, dropDraft, keepDraft, readDraft } from "../things/drafts";
import { type Kind, nameOf } from "../things/kinds";
import { changedFields, isSame } from "../things/paths";
import { type Fault, type Refusal, refusalOf } from "../things/refusals";
import { useSave } from "../things/useThings";

export type ThingEditor = ReturnType<typeof useThingEditor>;

/** Another administrator's version, to bring together with mine. */
export type Conflict = { base: Thing; mine: Thing; theirs: Thing };

export type EditedThing = {
  kind: Kind;
  /** The server's version; version 0 for a new thing. */
  thing: Thing;
  /** What the draft is kept under: the thing's key, or `new`. */
  draftName: string;
  onSaved?: ((saved: Thing) => void) | undefined;
};

export function useThingEditor({ kind, thing, draftName, onSaved }: EditedThing) {
  const owner = useAtomValue(ownerAtom);
  const api = useAtomValue(adminApiAtom);
  const key = draftKey(owner, kind, draftName);
  const [start] = useState(() => readDraft(key));
  const [base, setBase] = useState<Thing>(start?.base ?? thing);
  const [isRestored, setRestored] = useState(start !== undefined);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [trouble, setTrouble] = useState<Refusal>();
  const [conflict, setConflict] = useState<Conflict>();
  const form = useForm<FieldValues>({ defaultValues: start?.values ?? thing });
  const values = useWatch({ control: form.control });
  const changed = changedFields(base, values);
  const isUnsaved = changed.length > 0;
  const save = useSave(kind);
  const [done, setDone] = useState<Thing>();

  // Whoever leaves the page after saving has nothing unsaved by then.
  const told = useRef(onSaved);
  told.current = onSaved;
  useEffect(() => {
    if (done) told.current?.(done);
  }, [done]);

  // A newer version from the server is taken over, unless somebody is editing.
  const isEdited = useRef(isUnsaved);
  isEdited.current = isUnsaved;
  useEffect(() => {
    if (isEdited.current) return;
    setBase(thing);
    form.reset(thing);
  }, [thing, form]);

  const draft = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const keep = () => {
      if (changedFields(base, values).length > 0)
        keepDraft(key, { base, values: { ...values, version: base.version } });
      else dropDraft(key);
    };
    draft.current = setTimeout(keep, KEEP_AFTER_MS);
    addEventListener("pagehide", keep);
    return () => {
      clearTimeout(draft.current);
      removeEventListener("pagehide", keep);
    };
  }, [values, base, key]);

  const discard = useCallback(() => {
    clearTimeout(draft.current);
    dropDraft(key);
    setBase(thing);
    form.reset(thing);
    setFaults([]);
    setTrouble(undefined);
    setRestored(false);
  }, [form, key, thing]);

  /** The server has `saved`. What was typed since `sent` stays unsaved. */
  const settle = (saved: Thing, sent: FieldValues) => {
    const now = form.getValues();
    const later = changedFields(sent, now).filter((field) => !isSame(now[field], saved[field]));
    setBase(saved);
    form.reset({ ...saved, ...Object.fromEntries(later.map((field) => [field, now[field]])) });
    if (later.length === 0) {
      clearTimeout(draft.current);
      dropDraft(key);
    }
    setFaults([]);
    setTrouble(undefined);
    setConflict(undefined);
    setRestored(false);
    setDone(saved);
  };

  const refused = async (cause: unknown, mine: Thing, from: Thing) => {
    const refusal = refusalOf(cause);
    if (refusal.kind === "faults") {
      setFaults(refusal.faults);
      return;
    }
    if (refusal.kind === "conflict" && from.version > 0) {
      const theirs = await api.get(kind, nameOf(kind, from)).catch(() => undefined);
      if (theirs && theirs.version !== from.version) {
        setConflict({ base: from, mine, theirs });
        return;
      }
    }
    setTrouble(refusal);
  };

  /** Writes `mine` over the version of `from`. `wish` is for this call alone. */
  const write = async (mine: FieldValues, from: Thing, wish: FieldValues = {}): Promise<boolean> => {
    setTrouble(undefined);
    const sent: Thing = { ...mine, version: from.version };
    try {
      settle(await save.mutateAsync({ ...sent, ...wish }), mine);
      return true;
    } catch (cause) {
      await refused(cause, sent, from);
      return false;
    }
  };

  return {
    kind,
    form,
    base,
    changed,
    isUnsaved,
    isRestored,
    isSaving: save.isPending,
    faults,
    trouble,
    conflict,
    save: () => write(structuredClone(form.getValues()), base),
    /** Saves although test questions get worse. */
    force: () => write(structuredClone(form.getValues()), base, { force: true }),
    forgetTrouble: () => setTrouble(undefined),
    /** Takes a merged thing over their version, and saves it. */
    resolve: (mine: Thing, theirs: Thing) => {
      setBase(theirs);
      form.reset(mine);
      return write(mine, theirs);
    },
    postpone: () => setConflict(undefined),
    discard,
    forgetFaults: (isGone: (fault: Fault) => boolean) =>
      setFaults((all) => all.filter((one) => !isGone(one))),
  };
}

/** Time after the last keystroke until the draft is kept. */
const KEEP_AFTER_MS = 300;

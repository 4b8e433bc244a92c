/** Edits one thing: its values, what is unsaved, saving, and what the server said. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type FieldValues, useForm, useWatch } from "react-hook-form";
import { useAtomValue } from "../../state/jotai";
import type { Thing } from "../../wire/things";
import { ownerAtom } from "../session/session.atoms";
import { draftKey, dropDraft, keepDraft, readDraft } from "../things/drafts";
import type { Kind } from "../things/kinds";
import { changedFields, isSame } from "../things/paths";
import { type Fault, type Refusal, refusalOf } from "../things/refusals";
import { type ThingStore, usePutStore } from "./store";

export type ThingEditor = ReturnType<typeof useThingEditor>;

/** Another administrator's version, to bring together with mine. `base` is what both started from, if it is known. */
export type Conflict = { base: Thing | undefined; mine: Thing; theirs: Thing };

export type EditedThing = {
  kind: Kind;
  /** The server's version; version 0 for a new thing. */
  thing: Thing;
  /** What the draft is kept under: the thing's key, or `new`. */
  draftName: string;
  onSaved?: ((saved: Thing) => void) | undefined;
  /** How it is written; without one, a save takes effect at once. */
  store?: ThingStore | undefined;
};

export function useThingEditor({ kind, thing, draftName, onSaved, store: given }: EditedThing) {
  const owner = useAtomValue(ownerAtom);
  const putStore = usePutStore(kind);
  const store = given ?? putStore;
  const key = draftKey(owner, kind, draftName);
  const [start] = useState(() => readDraft(key));
  const [base, setBase] = useState<Thing>(start?.base ?? thing);
  const [isRestored, setRestored] = useState(start !== undefined);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [refusals, setRefusals] = useState(0);
  const [trouble, setTrouble] = useState<Refusal>();
  const [conflict, setConflict] = useState<Conflict>();
  const form = useForm<FieldValues>({ defaultValues: start?.values ?? thing });
  const values = useWatch({ control: form.control });
  const changed = changedFields(base, values);
  const isUnsaved = changed.length > 0;
  const [isSaving, setSaving] = useState(false);
  const [done, setDone] = useState<Thing>();

  // Whoever leaves the page after saving has nothing unsaved by then.
  const told = useRef(onSaved);
  told.current = onSaved;
  useEffect(() => {
    if (done) told.current?.(done);
  }, [done]);

  // A newer version from the server is taken over, unless somebody is editing.
  const isEdited = useRef(isUnsaved);
  isEdited.current = isUnsaved || conflict !== undefined;
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
    setTrouble(undefined);
    setConflict(undefined);
    setRestored(false);
  };

  /** The server refused `mine`, which started `from` a version. */
  const refused = async (cause: unknown, mine: Thing, from: Thing) => {
    const refusal = refusalOf(cause);
    if (refusal.kind === "faults") {
      setFaults(refusal.faults);
      setRefusals((count) => count + 1);
      return;
    }
    if ((refusal.kind === "conflict" || refusal.kind === "gone") && from.version > 0) {
      const newest = await store.load(from).catch(() => undefined);
      if (newest && !isSameVersion(newest.theirs, from)) {
        if (changedFields(newest.theirs, mine).length === 0) settle(newest.theirs, mine);
        else setConflict({ ...newest, mine });
        return;
      }
    }
    setTrouble(refusal);
  };

  /** Writes `mine` over the version of `from`. `wish` is for this call alone. */
  const write = async (
    mine: FieldValues,
    from: Thing,
    wish: FieldValues = {},
  ): Promise<Thing | undefined> => {
    setTrouble(undefined);
    setSaving(true);
    const sent: Thing = { ...mine, version: from.version };
    try {
      const saved = await store.save({ ...sent, ...wish }, from);
      settle(saved, mine);
      // A draft is saved with what is wrong in it.
      if (!store.publishing) setFaults([]);
      setDone(saved);
      return saved;
    } catch (cause) {
      await refused(cause, sent, from);
      return undefined;
    } finally {
      setSaving(false);
    }
  };

  return {
    kind,
    form,
    base,
    changed,
    isUnsaved,
    isRestored,
    isSaving,
    faults,
    /** Rises when the server finds wrong fields. */
    refusals,
    trouble,
    conflict,
    /** Returns what was saved. */
    save: () => write(structuredClone(form.getValues()), base),
    /** Saves although test questions get worse. */
    force: () => write(structuredClone(form.getValues()), base, { force: true }),
    /** Takes a merged thing over their version, and saves it. */
    resolve: (mine: Thing, theirs: Thing) => {
      setBase(theirs);
      form.reset(mine);
      return write(mine, theirs);
    },
    settle,
    refused,
    forgetTrouble: () => setTrouble(undefined),
    postpone: () => setConflict(undefined),
    discard,
    forgetFaults: (isGone: (fault: Fault) => boolean) =>
      setFaults((all) => all.filter((one) => !isGone(one))),
  };
}

function isSameVersion(one: Thing, other: Thing): boolean {
  return one.version === other.version && one.draftVersion === other.draftVersion;
}

/** Time after the last keystroke until the draft is kept. */
const KEEP_AFTER_MS = 300;

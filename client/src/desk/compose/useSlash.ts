import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { loadQuickRepliesAtom, type Ready, slashRepliesAtom } from "../state/quickReplies.atoms";
import { inPlaceOf, type Slash, slashAt } from "./slash";

export type SlashSetup = {
  draft: string;
  /** Writes the draft, and selects this part of it. */
  onPlace: (text: string, from: number, to: number) => void;
};

export type SlashState = {
  isOpen: boolean;
  found: readonly Ready[];
  at: number;
  listId: string;
  /** The id of the option that Enter takes. */
  activeId: string | undefined;
  onCaret: (caret: number) => void;
  onReach: (at: number) => void;
  onChoose: (ready: Ready) => void;
  onClose: () => void;
  /** Returns whether the key belonged to the list. */
  onKey: (event: KeyboardEvent) => boolean;
};

/** The quick replies that a `/` in the draft opens: arrow keys move, Enter or Tab inserts, Escape closes. */
export function useSlash({ draft, onPlace }: SlashSetup): SlashState {
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  // The slash that the agent closed the list of.
  const [closed, setClosed] = useState<number>();
  const listId = useId();
  const load = useSetAtom(loadQuickRepliesAtom);
  const slash: Slash | undefined = slashAt(draft, Math.min(caret, draft.length));
  const from = slash?.from;
  const isOpen = from !== undefined && from !== closed;
  const found = useAtomValue(slashRepliesAtom)(isOpen ? (slash?.search ?? "") : "");
  const at = Math.max(0, Math.min(chosen, found.length - 1));
  const reached = isOpen ? found[at] : undefined;
  const activeId = reached && `${listId}-${reached.key}`;

  useEffect(() => {
    if (isOpen) void load();
    else setChosen(0);
  }, [isOpen, load]);
  useEffect(() => {
    // Another slash opens the list again.
    if (from === undefined) setClosed(undefined);
  }, [from]);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  function choose(ready: Ready) {
    if (!slash) return;
    const placed = inPlaceOf(slash, draft, ready.text);
    onPlace(placed.text, placed.from, placed.to);
  }
  function onKey(event: KeyboardEvent): boolean {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const { key } = event;
    if (key === "Escape") setClosed(from);
    else if (found.length === 0) return false;
    else if (key === "ArrowDown") setChosen((at + 1) % found.length);
    else if (key === "ArrowUp") setChosen((at - 1 + found.length) % found.length);
    else if ((key === "Enter" || key === "Tab") && !event.shiftKey && reached) choose(reached);
    else return false;
    event.preventDefault();
    return true;
  }

  return {
    isOpen,
    found,
    at,
    listId,
    activeId,
    onCaret: setCaret,
    onReach: setChosen,
    onChoose: choose,
    onClose: () => setClosed(from),
    onKey,
  };
}

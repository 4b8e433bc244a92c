import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import type { Mentioned } from "../../wire/team";
import { typedName } from "../mentionedIn";
import { searchColleaguesAtom } from "../state/mentions.atoms";
import styles from "./MentionPicker.module.css";

/** Search after this pause in typing. */
const PAUSE_MS = 120;

type Setup = {
  text: string;
  /** Only notes mention colleagues. */
  isOn: boolean;
  /** Writes the text, with the caret after this part of it. */
  onPlace: (text: string, from: number, to: number) => void;
};

export type MentionPicker = ReturnType<typeof useMentionPicker>;

/** Offers colleagues while the agent types a name after an `@`. The field keeps the focus. */
export function useMentionPicker({ text, isOn, onPlace }: Setup) {
  const search = useSetAtom(searchColleaguesAtom);
  const id = useId();
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [found, setFound] = useState<readonly Mentioned[]>([]);
  /** Where the agent has closed the list. */
  const [closedAt, setClosedAt] = useState(-1);
  const typed = isOn ? typedName(text, caret) : undefined;
  const name = typed && typed.at !== closedAt ? typed.name : undefined;

  useEffect(() => {
    if (name === undefined) {
      setFound([]);
      return;
    }
    const asking = new AbortController();
    const ask = () =>
      void search({ text: name, signal: asking.signal }).then((colleagues) => {
        if (!colleagues) return;
        setFound(colleagues);
        setChosen(0);
      });
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [name, search]);

  // Those found for the letters before do not stay when they no longer fit.
  const fitting = name === undefined ? [] : found.filter((one) => fits(one, name));
  const at = Math.min(chosen, fitting.length - 1);
  const reached = fitting[at];

  function choose({ name: whole }: Mentioned) {
    if (!typed) return;
    const before = `${text.slice(0, typed.at)}@${whole} `;
    onPlace(before + text.slice(caret).trimStart(), typed.at, before.length);
    setCaret(before.length);
    setFound([]);
  }
  /** Returns whether the key belongs to the list. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!reached || event.nativeEvent.isComposing) return false;
    if (event.key === "ArrowDown") setChosen((at + 1) % fitting.length);
    else if (event.key === "ArrowUp") setChosen((at - 1 + fitting.length) % fitting.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(reached);
    else if (event.key === "Escape") setClosedAt(typed?.at ?? -1);
    else return false;
    event.preventDefault();
    return true;
  }
  return {
    id,
    found: fitting,
    at,
    choose,
    onReach: setChosen,
    onKeyDown,
    onCaret: setCaret,
    /** The list while it is open, and the option that Enter takes. */
    listId: reached && id,
    activeId: reached && `${id}-${at}`,
  };
}

function fits({ id, name }: Mentioned, typed: string): boolean {
  return `${name}\n${id}`.toLowerCase().includes(typed.toLowerCase());
}

/** The colleagues that fit what the agent types. */
export function MentionOptions({ picker: { id, found, at, choose, onReach } }: { picker: MentionPicker }) {
  const { t } = useTranslation("desk");
  if (found.length === 0) return null;
  return (
    <div role="listbox" id={id} aria-label={t("mention_choose")} className={styles.options}>
      {found.map((one, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        <div
          key={one.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          className={styles.option}
          // The field keeps the focus and its caret.
          onPointerDown={(event) => event.preventDefault()}
          onPointerEnter={() => onReach(index)}
          onClick={() => choose(one)}
        >
          <bdi>{one.name}</bdi>
        </div>
      ))}
    </div>
  );
}

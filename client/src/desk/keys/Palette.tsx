import { ChevronLeft, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { closeDialog } from "../../ui/closeDialog";
import { type ActionId, actionOf } from "./actions";
import { KeyCaps } from "./KeyCaps";
import type { PaletteLine } from "./lines";
import { rememberAtom } from "./offers.atoms";
import styles from "./Palette.module.css";
import { PaletteList } from "./PaletteList";
import { panelAtom } from "./panel.atoms";
import { isPress } from "./press";
import { useLines } from "./useLines";

/** Finds every action by a few letters, and asks for what an action needs. */
export function Palette() {
  const panel = useAtomValue(panelAtom);
  return panel?.kind === "palette" ? <PaletteDialog begunAt={panel.action} /> : null;
}

/** `begunAt`: the palette opened at the choices of this action. */
function PaletteDialog({ begunAt }: { begunAt: ActionId | undefined }) {
  const { t } = useTranslation("desk");
  const [at, setAt] = useState(begunAt);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const { found, phase, retry, none } = useLines(at, text);
  const setPanel = useSetAtom(panelAtom);
  const remember = useSetAtom(rememberAtom);
  const dialog = useOpenDialog();
  const id = useId();
  const place = Math.max(0, Math.min(chosen, found.length - 1));
  const reached = found[place]?.line;
  const reachedId = reached && `${id}-${reached.key}`;
  const title = t(at ? actionOf(at).name : "menu_commands");
  useScroll(reachedId);

  const close = () => setPanel(undefined);
  function goTo(action: ActionId | undefined) {
    setAt(action);
    setText("");
    setChosen(0);
  }
  function leave() {
    if (at === begunAt) close();
    else goTo(begunAt);
  }
  function choose(line: PaletteLine) {
    if (line.isOff) return;
    if (line.opens) {
      goTo(line.opens);
      return;
    }
    remember(line.used);
    // Closed first: what the action gives the focus to is inert behind an open dialog.
    flushSync(close);
    line.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (isPress(event.nativeEvent, "mod+k")) close();
    else if (event.key === "Enter") {
      if (reached) choose(reached);
    } else if (event.key === "ArrowDown") setChosen((place + 1) % Math.max(1, found.length));
    else if (event.key === "ArrowUp") setChosen((place - 1 + found.length) % Math.max(1, found.length));
    else if (event.key === "Backspace" && text === "" && at !== begunAt) goTo(begunAt);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the platform handles it
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t("menu_commands")}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className={styles.panel}>
        <div className={styles.field}>
          {at && at !== begunAt ? (
            <button
              type="button"
              className={styles.back}
              aria-label={t("palette_back")}
              onClick={() => goTo(begunAt)}
            >
              <ChevronLeft size={18} className="mirrored" aria-hidden />
            </button>
          ) : (
            <Search size={18} aria-hidden className={styles.glass} />
          )}
          {at ? <span className={styles.where}>{title}</span> : null}
          <input
            className={styles.input}
            role="combobox"
            aria-label={title}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={reachedId}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            dir="auto"
            data-focus-first
            placeholder={t(at ? "palette_choose" : "commands_search")}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <PaletteList
          id={id}
          label={title}
          found={found}
          place={place}
          hasHeads={at === undefined && text.trim() === ""}
          onReach={setChosen}
          onChoose={choose}
        />
        <Outcome phase={phase} none={none} count={found.length} onRetry={retry} />
        <Foot />
      </div>
    </dialog>
  );
}

type OutcomeProps = {
  phase: "here" | "loading" | "failed";
  none: string;
  count: number;
  onRetry: () => void;
};

/** Says how many lines there are, or why there are none. */
function Outcome({ phase, none, count, onRetry }: OutcomeProps) {
  const { t } = useTranslation("desk");
  const isShown = phase !== "here" || count === 0;
  const words =
    phase === "here" ? (count === 0 ? none : t("palette_count", { count })) : t(`palette_${phase}`);
  return (
    <>
      <p role="status" className={isShown ? styles.nothing : "visually-hidden"}>
        {words}
      </p>
      {phase === "failed" ? (
        <button type="button" className={styles.retry} onClick={onRetry}>
          {t("try_again")}
        </button>
      ) : null}
    </>
  );
}

/** What the keys do. Phones have none. */
function Foot() {
  const { t } = useTranslation("desk");
  return (
    <p className={styles.foot}>
      <span>
        <KeyCaps keys={["ArrowUp", "ArrowDown"]} /> {t("palette_move")}
      </span>
      <span>
        <KeyCaps keys={["Enter"]} /> {t("palette_do")}
      </span>
      <span>
        <KeyCaps keys={["Escape"]} /> {t("palette_leave")}
      </span>
    </p>
  );
}

/** The platform's dialog traps the focus, and gives it back when it closes. */
function useOpenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    element.querySelector<HTMLElement>("[data-focus-first]")?.focus();
    return () => closeDialog(element);
  }, []);
  return dialog;
}

function useScroll(reachedId: string | undefined): void {
  useEffect(() => {
    if (reachedId) document.getElementById(reachedId)?.scrollIntoView({ block: "nearest" });
  }, [reachedId]);
}

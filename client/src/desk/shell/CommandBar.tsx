import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/Dialog";
import styles from "./Panels.module.css";
import { type Command, useCommands } from "./useCommands";

export type CommandBarProps = {
  isOpen: boolean;
  onClose: () => void;
  onPanel: (panel: "shortcuts") => void;
};

/** Every deed and every conversation by a few letters. */
export function CommandBar({ isOpen, onClose, onPanel }: CommandBarProps) {
  const { t } = useTranslation("desk");
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("menu_commands")} closeLabel={t("close")}>
      <Search onClose={onClose} onPanel={onPanel} />
    </Dialog>
  );
}

/** A dialog gives its focus to what has this attribute, which React keeps to itself. */
function beFirst(field: HTMLInputElement | null): void {
  field?.setAttribute("autofocus", "");
}

function Search({ onClose, onPanel }: Omit<CommandBarProps, "isOpen">) {
  const { t } = useTranslation("desk");
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const all = useCommands(() => onPanel("shortcuts"));
  const wanted = words.trim().toLowerCase();
  const found = all.filter((command) => command.name.toLowerCase().includes(wanted));
  const at = Math.min(chosen, found.length - 1);

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") run(found[at]);
    else if (event.key === "ArrowDown") setChosen((at + 1) % Math.max(1, found.length));
    else if (event.key === "ArrowUp") setChosen((at - 1 + found.length) % Math.max(1, found.length));
    else return;
    event.preventDefault();
  }

  return (
    <>
      <input
        className={styles.search}
        role="combobox"
        aria-label={t("menu_commands")}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] ? `${id}-${found[at].key}` : undefined}
        placeholder={t("commands_search")}
        ref={beFirst}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label={t("menu_commands")} className={styles.found}>
        {found.map((command, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
          <div
            key={command.key}
            id={`${id}-${command.key}`}
            role="option"
            aria-selected={place === at}
            className={styles.command}
            onClick={() => run(command)}
          >
            {command.name}
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className={styles.nothing}>{t("commands_none")}</p> : null}
    </>
  );
}

import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import styles from "./Panels.module.css";

export type SearchListProps<T extends { key: string }> = {
  /** The list's label. */
  label: string;
  /** The search field's placeholder. */
  hint: string;
  text: string;
  onText: (text: string) => void;
  found: readonly T[];
  render: (item: T) => ReactNode;
  onChoose: (item: T) => void;
  /** Called with the key of the option that the arrows or the pointer select; empty for none. */
  onReach?: (key: string) => void;
};

/** A dialog focuses the element with this attribute. React does not write it to the page. */
function beFirst(field: HTMLInputElement | null): void {
  field?.setAttribute("autofocus", "");
}

/** A search field with its results: arrow keys move, Enter chooses. */
export function SearchList<T extends { key: string }>(props: SearchListProps<T>) {
  const { label, hint, text, found, onText, onReach } = props;
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const at = Math.min(chosen, found.length - 1);
  const reached = found[at];
  const reachedId = reached && `${id}-${reached.key}`;

  const reachedKey = reached?.key ?? "";
  useEffect(() => onReach?.(reachedKey), [onReach, reachedKey]);
  useEffect(() => {
    if (reachedId) document.getElementById(reachedId)?.scrollIntoView({ block: "nearest" });
  }, [reachedId]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") {
      if (reached) props.onChoose(reached);
    } else if (event.key === "ArrowDown") setChosen((at + 1) % Math.max(1, found.length));
    else if (event.key === "ArrowUp") setChosen((at - 1 + found.length) % Math.max(1, found.length));
    else return;
    event.preventDefault();
  }

  return (
    <>
      <input
        className={styles.search}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={reachedId}
        placeholder={hint}
        ref={beFirst}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label={label} className={styles.found}>
        {found.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
          <div
            key={item.key}
            id={`${id}-${item.key}`}
            role="option"
            aria-selected={index === at}
            className={styles.command}
            onPointerEnter={() => setChosen(index)}
            onClick={() => props.onChoose(item)}
          >
            {props.render(item)}
          </div>
        ))}
      </div>
    </>
  );
}

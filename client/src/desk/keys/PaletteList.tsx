import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { TagChip } from "../../ui/TagChip";
import { icons } from "./icons";
import { KeyCaps } from "./KeyCaps";
import type { PaletteLine } from "./lines";
import styles from "./Palette.module.css";
import { type FoundLine, piecesOf } from "./rank";

type Line = FoundLine<PaletteLine>;

export type PaletteListProps = {
  id: string;
  label: string;
  found: readonly Line[];
  /** The line that Enter takes. */
  place: number;
  /** Headings stand above the groups. */
  hasHeads: boolean;
  onReach: (place: number) => void;
  onChoose: (line: PaletteLine) => void;
};

/** The lines of the palette. The field above keeps the focus and has the keys. */
export function PaletteList({ id, label, found, place: reached, hasHeads, ...rest }: PaletteListProps) {
  const { t } = useTranslation("desk");
  const option = (one: Line, place: number) => (
    <Option key={one.line.key} id={id} one={one} place={place} reached={reached} {...rest} />
  );
  const groups = hasHeads ? grouped(found) : [];
  return (
    <div role="listbox" id={`${id}-list`} aria-label={label} className={styles.list}>
      {hasHeads
        ? groups.map(({ group, lines, from }) => (
            // biome-ignore lint/a11y/useSemanticElements: a list box has groups, and no field sets
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <p id={`${id}-${group}`} className={styles.head}>
                {t(`palette_group_${group}`)}
              </p>
              {lines.map((one, index) => option(one, from + index))}
            </div>
          ))
        : found.map(option)}
    </div>
  );
}

type OptionProps = Pick<PaletteListProps, "id" | "onReach" | "onChoose"> & {
  one: Line;
  place: number;
  reached: number;
};

function Option({ id, one: { line, marks }, place, reached, onReach, onChoose }: OptionProps) {
  const Icon = icons[line.used];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
    <div
      id={`${id}-${line.key}`}
      role="option"
      aria-selected={place === reached}
      aria-disabled={line.isOff || undefined}
      className={clsx(styles.option, line.isOff && styles.isOff)}
      onPointerMove={() => onReach(place)}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(line)}
    >
      <Icon size={18} aria-hidden className={styles.icon} />
      {line.colour === undefined ? (
        <bdi className={styles.name}>
          {piecesOf(line.name, marks).map(({ text, isMarked, at }) =>
            isMarked ? (
              <mark key={at} className={styles.mark}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </bdi>
      ) : (
        <TagChip name={line.name} colour={line.colour} />
      )}
      {line.note === "" ? null : (
        <>
          {" "}
          <bdi className={styles.note}>{line.note}</bdi>
        </>
      )}
      <span className={styles.end}>
        {line.keys.length > 0 ? <KeyCaps keys={line.keys.slice(0, 1)} /> : null}
        {line.opens ? <ChevronRight size={16} aria-hidden className="mirrored" /> : null}
      </span>
    </div>
  );
}

type Head = NonNullable<PaletteLine["group"]>;

/** The lines under their headings, and the place of each heading's first line. */
function grouped(found: readonly Line[]): readonly { group: Head; lines: Line[]; from: number }[] {
  const heads: { group: Head; lines: Line[]; from: number }[] = [];
  for (const [at, one] of found.entries()) {
    const group = one.line.group ?? "talk";
    const last = heads.at(-1);
    if (last?.group === group) last.lines.push(one);
    else heads.push({ group, lines: [one], from: at });
  }
  return heads;
}

import { useState } from "react";
import type { ChartProps } from "./BarChart";
import styles from "./Charts.module.css";
import { isListed, measured, topOf } from "./measures";
import { useFormats } from "./useFormats";

/** The drawing's own units; the page stretches it. */
const WIDE = 1000;
const HIGH = 200;
/** The most days that are named below the line. */
const NAMES_MAX = 8;

type Point = { at: number; height: number };

/**
 * A line over the days, from zero. A gap in the line is a day without a value. The table beside it says the same to a
 * screen reader and by the keyboard, so the chart is for eyes and pointers alone.
 */
export function LineChart({ rows, by, measure, onShow }: ChartProps) {
  const f = useFormats();
  const [pointed, setPointed] = useState<number>();
  const values = rows.map((row) => measured(measure, row.numbers)?.value);
  const top = topOf(Math.max(0, ...values.map((value) => value ?? 0)));
  const step = WIDE / rows.length;
  const points = values.map((value, at) =>
    value === undefined ? undefined : { at: (at + 0.5) * step, height: HIGH - (value / top) * HIGH },
  );
  const every = Math.ceil(rows.length / NAMES_MAX);
  const shown = rows[pointed ?? -1];
  return (
    <div className={styles.line} aria-hidden="true">
      <p className={styles.top}>
        <span>{f.of(measure, top)}</span>
        <span>{shown ? `${f.row(by, shown)}: ${f.of(measure, values[pointed ?? -1])}` : ""}</span>
      </p>
      <div className={styles.plot}>
        <svg
          viewBox={`0 0 ${WIDE} ${HIGH}`}
          preserveAspectRatio="none"
          className="mirrored"
          focusable="false"
          aria-hidden
        >
          {[0, 0.5, 1].map((share) => (
            <line key={share} x1="0" x2={WIDE} y1={HIGH * share} y2={HIGH * share} className={styles.grid} />
          ))}
          {runsOf(points).map((run) => (
            <Run key={run[0]?.at} run={run} />
          ))}
        </svg>
        <div className={styles.columns} onPointerLeave={() => setPointed(undefined)}>
          {rows.map((row, at) => (
            <button
              key={row.key}
              type="button"
              tabIndex={-1}
              data-pointed={at === pointed ? "" : undefined}
              onPointerEnter={() => setPointed(at)}
              onClick={() => isListed(row) && onShow(row)}
            />
          ))}
        </div>
      </div>
      <div className={styles.days}>
        {rows.map((row, at) => (
          <span key={row.key} data-third={at % (3 * every) === 0 ? "" : undefined}>
            {at % every === 0 ? f.row(by, row) : ""}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A part of the line without a gap, with what is below it; a single day is a dot. */
function Run({ run }: { run: readonly Point[] }) {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return null;
  const path = run.map(({ at, height }) => `${at},${height}`).join(" ");
  return (
    <>
      <polygon points={`${first.at},${HIGH} ${path} ${last.at},${HIGH}`} className={styles.below} />
      <polyline
        points={run.length === 1 ? `${path} ${first.at},${first.height}` : path}
        className={styles.stroke}
      />
    </>
  );
}

function runsOf(points: readonly (Point | undefined)[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point) runs.at(-1)?.push(point);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

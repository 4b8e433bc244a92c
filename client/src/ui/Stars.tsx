import { Star } from "lucide-react";
import { useId, useState } from "react";
import styles from "./Stars.module.css";

const STARS = [1, 2, 3, 4, 5];

export type StarsProps = {
  /** 0 if nothing is chosen. */
  value: number;
  /** What the stars rate. */
  label: string;
  /** Names a number of stars. */
  starLabel: (count: number) => string;
  onChoose: (stars: number) => void;
};

/** Rates from one to five: large enough for a thumb, and radio buttons for assistive technology. */
export function Stars({ value, label, starLabel, onChoose }: StarsProps) {
  const group = useId();
  const [pointed, setPointed] = useState(0);
  const lit = pointed || value;
  return (
    <fieldset className={styles.stars} onPointerLeave={() => setPointed(0)}>
      <legend className="visually-hidden">{label}</legend>
      {STARS.map((count) => (
        <label
          key={count}
          className={styles.star}
          data-lit={count <= lit}
          onPointerEnter={(event) => setPointed(event.pointerType === "mouse" ? count : 0)}
        >
          <input
            type="radio"
            name={group}
            className="visually-hidden"
            checked={value === count}
            aria-label={starLabel(count)}
            onChange={() => onChoose(count)}
          />
          <Star size={30} strokeWidth={1.6} aria-hidden />
        </label>
      ))}
    </fieldset>
  );
}

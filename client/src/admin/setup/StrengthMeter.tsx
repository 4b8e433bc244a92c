import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./door.module.css";

export type StrengthMeterProps = { id: string; password: string; known: readonly string[] };

type Score = 0 | 1 | 2 | 3 | 4;

/** Says how strong a password is. The estimate loads when the user types. */
export function StrengthMeter({ id, password, known }: StrengthMeterProps) {
  const { t } = useTranslation("admin");
  const [score, setScore] = useState<Score>();
  const words = known.join("\n");

  useEffect(() => {
    if (password === "") {
      setScore(undefined);
      return;
    }
    let isCurrent = true;
    // Without the estimate, the server's answer is all there is.
    import("./strength").then(
      ({ strengthOf }) => isCurrent && setScore(strengthOf(password, words.split("\n"))),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [password, words]);

  return (
    <div id={id} className={styles.meter} data-score={score}>
      <span className={styles.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={styles.bar}
            data-on={score !== undefined && score >= step ? "" : undefined}
          />
        ))}
      </span>
      <span className={styles.note} role="status">
        {score === undefined ? t("strength_hint") : t(`strength_${score}`)}
      </span>
    </div>
  );
}

import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { keptFolded } from "../keeping";
import styles from "./VisitorPanel.module.css";

export type SectionProps = {
  /** By which the browser remembers whether it is folded. */
  id: string;
  title: string;
  /** Beside the title. */
  tools?: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
};

/** A section of the visitor panel. Every agent folds what they do not need; the browser remembers it. */
export function Section({ id, title, tools, isBusy = false, children }: SectionProps) {
  const [isFolded, setFolded] = useState(() => folded().includes(id));
  function toggle() {
    const others = folded().filter((one) => one !== id);
    keptFolded.write((isFolded ? others : [...others, id]).join(","));
    setFolded(!isFolded);
  }
  return (
    <section className={styles.more} aria-labelledby={`visitor-${id}`} aria-busy={isBusy}>
      <div className={styles.sectionHead}>
        <h3 id={`visitor-${id}`}>
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-controls={`visitor-${id}-body`}
            onClick={toggle}
          >
            <ChevronDown size={16} aria-hidden data-folded={isFolded || undefined} />
            {title}
          </button>
        </h3>
        {isFolded ? null : tools}
      </div>
      <div id={`visitor-${id}-body`} className={styles.body} hidden={isFolded}>
        {isFolded ? null : children}
      </div>
    </section>
  );
}

function folded(): readonly string[] {
  return keptFolded
    .read()
    .split(",")
    .filter((one) => one !== "");
}

import { safeLink } from "../lib/links";
import styles from "./Facts.module.css";

export type FactsProps = {
  /** A `link` is the address behind a value; an unsafe one is left out. */
  facts: readonly { id: string; name: string; value: string; link?: string }[];
  /** Replaces the default styles. */
  className?: string | undefined;
};

/** Lists names with their values, each in its own direction. Empty values are left out. */
export function Facts({ facts, className = styles.facts }: FactsProps) {
  const known = facts.filter(({ value }) => value !== "");
  if (known.length === 0) return null;
  return (
    <dl className={className}>
      {known.map(({ id, name, value, link = "" }) => (
        <div key={id}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <Value text={value} href={safeLink(link)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ text, href }: { text: string; href: string | undefined }) {
  if (!href) return <bdi>{text}</bdi>;
  return (
    <a href={href} dir="auto" target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

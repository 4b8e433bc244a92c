import styles from "./Facts.module.css";

export type FactsProps = {
  facts: readonly { id: string; name: string; value: string }[];
  /** Replaces the default styles. */
  className?: string | undefined;
};

/** Lists names with their values, each in its own direction. Empty values are left out. */
export function Facts({ facts, className = styles.facts }: FactsProps) {
  const known = facts.filter(({ value }) => value !== "");
  if (known.length === 0) return null;
  return (
    <dl className={className}>
      {known.map(({ id, name, value }) => (
        <div key={id}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

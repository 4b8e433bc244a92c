import styles from "./Facts.module.css";

export type FactsProps = {
  facts: readonly { id: string; name: string; value: string }[];
  /** Another look than the one of its own. */
  className?: string | undefined;
};

/** Names and what stands for them, each in its own direction; nothing where nothing is known. */
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

import styles from "./VisitorPanel.module.css";

export type PairsProps = { pairs: readonly { name: string; value: string }[] };

/** Names and values that others have chosen, each in its own direction. */
export function Pairs({ pairs }: PairsProps) {
  return (
    <dl className={styles.facts}>
      {pairs.map(({ name, value }) => (
        <div key={name}>
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

import { Facts } from "../../ui/Facts";
import styles from "./VisitorPanel.module.css";

export type PairsProps = { pairs: readonly { name: string; value: string }[] };

/** Names and values that others have chosen, each in its own direction. */
export function Pairs({ pairs }: PairsProps) {
  return <Facts className={styles.facts} facts={pairs.map((pair) => ({ ...pair, id: pair.name }))} />;
}

import { Facts } from "../../ui/Facts";
import styles from "./VisitorPanel.module.css";

export type PairsProps = { pairs: readonly { name: string; value: string; link?: string }[] };

/** Lists names and values from outside, each in its own text direction. */
export function Pairs({ pairs }: PairsProps) {
  return <Facts className={styles.facts} facts={pairs.map((pair) => ({ ...pair, id: pair.name }))} />;
}

import styles from "./Skeleton.module.css";

export type SkeletonProps = {
  /** CSS lengths: what will stand here is about this large. */
  width: string;
  height: string;
  shape?: "text" | "bubble" | "round";
};

/** A place held for what is still being fetched. */
export function Skeleton({ width, height, shape = "text" }: SkeletonProps) {
  return (
    <span
      className={`${styles.skeleton} ${styles[shape]}`}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  );
}

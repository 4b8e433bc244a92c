import styles from "./Skeleton.module.css";

export type SkeletonProps = {
  /** CSS lengths: the approximate size of the content to come. */
  width: string;
  height: string;
  shape?: "text" | "bubble" | "round";
};

/** Reserves space for content that is still loading. */
export function Skeleton({ width, height, shape = "text" }: SkeletonProps) {
  return (
    <span
      className={`${styles.skeleton} ${styles[shape]}`}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  );
}

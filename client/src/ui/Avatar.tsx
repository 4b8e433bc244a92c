import { useState } from "react";
import { shownPicture } from "../lib/links";
import styles from "./Avatar.module.css";

export type AvatarProps = {
  /** Address of the picture; without one, or when it does not load, the first letter of the name. */
  src: string;
  name: string;
  /** Side length in px. */
  size?: 24 | 28 | 32 | 36 | 40 | 48 | 64;
};

/** A face. It stands beside the name it belongs to, so it is silent for screen readers. */
export function Avatar({ src, name, size = 32 }: AvatarProps) {
  const [failed, setFailed] = useState("");
  const picture = shownPicture(src);
  const letter = [...name.trim()][0]?.toUpperCase() ?? "";
  return (
    <span
      className={styles.avatar}
      style={{ inlineSize: size, blockSize: size, fontSize: size * 0.42 }}
      aria-hidden="true"
    >
      {picture !== "" && failed !== picture ? (
        <img
          src={picture}
          alt=""
          width={size}
          height={size}
          decoding="async"
          onError={() => setFailed(picture)}
        />
      ) : (
        letter
      )}
    </span>
  );
}

import { useState } from "react";
import { shownPicture } from "../lib/links";
import styles from "./Avatar.module.css";

export type AvatarProps = {
  /** URL of the picture. Without one, or if it does not load, the avatar shows the name's first letter. */
  src: string;
  name: string;
  /** Side length in px. */
  size?: 24 | 28 | 32 | 36 | 40 | 48 | 64;
};

/** Shows a face. The name is beside it, so screen readers skip it. */
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

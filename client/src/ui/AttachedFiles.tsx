import { useTranslation } from "react-i18next";
import { safeSource, shownPicture } from "../lib/links";
import styles from "./AttachedFiles.module.css";
import { FileName } from "./FileName";

/** Shows attached pictures as thumbnails with their names; each opens in a new tab. */
export function AttachedFiles({ files }: { files: readonly { name: string; url: string }[] }) {
  const { t } = useTranslation("form");
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t("attach_label")}>
      {files.map(({ name, url }) => (
        <li key={url}>
          <a
            className={styles.file}
            href={safeSource(url) || undefined}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t("attach_open", { name })}
          >
            <img src={shownPicture(url)} alt="" loading="lazy" width={64} height={64} />
            <FileName name={name} />
          </a>
        </li>
      ))}
    </ul>
  );
}

import { ExternalLink } from "lucide-react";
import { safeTarget, shownPicture } from "../../lib/links";
import type { SideBar } from "../../wire/sideBar";
import styles from "./SideBar.module.css";

/** Shows the tenant's links, each in a new tab. Unsafe links are left out. */
export function QuickLinks({ links }: { links: NonNullable<SideBar["links"]> }) {
  return (
    <ul className={styles.links}>
      {links.map(({ name, image, link }) => {
        const target = safeTarget(link);
        const picture = shownPicture(image);
        return target === undefined ? null : (
          <li key={`${name} ${link}`}>
            <a className={styles.link} href={target} target="_blank" rel="noopener noreferrer">
              {picture === "" ? (
                <span className={styles.sign}>
                  <ExternalLink size={16} aria-hidden />
                </span>
              ) : (
                <img className={styles.sign} src={picture} alt="" width={36} height={36} loading="lazy" />
              )}
              <bdi className={styles.name}>{name}</bdi>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

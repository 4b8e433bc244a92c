import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { TagChip } from "../../ui/TagChip";
import { tagsOfAtom } from "../state/desk.atoms";
import { namedTagsAtom } from "../state/tags.atoms";
import type { Row } from "../types";
import styles from "./TalkRow.module.css";

/** As many can be read beside a name. */
const SHOWN = 1;

/** Shows the first tag of a conversation in its row, and how many more there are. */
export function RowTags({ row }: { row: Row }) {
  const { t } = useTranslation("desk");
  const ids = useAtomValue(tagsOfAtom)(row.userId, row);
  const tags = useAtomValue(namedTagsAtom)(ids);
  if (tags.length === 0) return null;
  const more = tags.length - SHOWN;
  return (
    <span className={styles.tags}>
      <span className="visually-hidden">{t("tags_row")}</span>
      {tags.slice(0, SHOWN).map(({ id, name, colour }) => (
        <TagChip key={id} name={name} colour={colour} />
      ))}
      {more > 0 ? <span className={styles.moreTags}>+{more}</span> : null}
    </span>
  );
}

import { Plus, Tag as TagIcon, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { TagChip } from "../../ui/TagChip";
import { showToast } from "../../ui/toast";
import { useOffers } from "../keys/offers.atoms";
import { panelAtom } from "../keys/panel.atoms";
import { tagsOfAtom } from "../state/desk.atoms";
import { changeTagsAtom, namedTagsAtom } from "../state/tags.atoms";
import { openVisitorAtom } from "../state/talk.atoms";
import type { Row } from "../types";
import styles from "./TagBar.module.css";
import { useTagChoices } from "./useTagChoices";

/** Shows the conversation's tags. Every agent may add and remove them, also after the end. */
export function TagBar({ userId, row }: { userId: string; row: Row | undefined }) {
  const { t } = useTranslation("desk");
  const visitor = useAtomValue(openVisitorAtom);
  const ids = useAtomValue(tagsOfAtom)(userId, row ?? visitor);
  const tags = useAtomValue(namedTagsAtom)(ids);
  const change = useSetAtom(changeTagsAtom);
  const setPanel = useSetAtom(panelAtom);
  async function alter(wish: { add?: string; remove?: string }) {
    const trouble = await change({ userId, ...wish });
    if (trouble) showToast("error", t(`tags_${trouble}`));
  }
  const choices = useTagChoices(ids, (id) => void alter({ add: id }));
  useOffers({
    addTag: choices,
    removeTag:
      tags.length > 0
        ? {
            choices: () =>
              tags.map(({ id, name, colour }) => ({
                key: id,
                name,
                colour,
                run: () => void alter({ remove: id }),
              })),
          }
        : undefined,
  });
  return (
    <ul className={styles.bar} aria-label={t("tags_label")}>
      {tags.map(({ id, name, colour }) => (
        <li key={id}>
          <TagChip name={name} colour={colour}>
            <button
              type="button"
              className={styles.remove}
              aria-label={t("tag_remove", { name })}
              onClick={() => void alter({ remove: id })}
            >
              <X size={14} aria-hidden />
            </button>
          </TagChip>
        </li>
      ))}
      <li>
        <button
          type="button"
          className={styles.add}
          aria-haspopup="dialog"
          onClick={() => setPanel({ kind: "palette", action: "addTag" })}
        >
          {tags.length === 0 ? <TagIcon size={14} aria-hidden /> : <Plus size={14} aria-hidden />}
          {t("tag_add")}
        </button>
      </li>
    </ul>
  );
}

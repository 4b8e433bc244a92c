import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Dialog } from "../../ui/Dialog";
import { TagChip } from "../../ui/TagChip";
import { showToast } from "../../ui/toast";
import panels from "../shell/Panels.module.css";
import { SearchList } from "../shell/SearchList";
import { agentAtom } from "../state/agent.atoms";
import { createTagAtom, tagListAtom, tagsPhaseAtom } from "../state/tags.atoms";
import styles from "./TagBar.module.css";

/** Protocol, 'Tags, drafts and mentions': the longest name of a tag. */
const NAME_CHARS_MAX = 40;

export type TagPickerProps = {
  isOpen: boolean;
  /** The tags that the conversation has already. */
  chosen: readonly string[];
  onChoose: (id: string) => void;
  onClose: () => void;
};

/** Finds a tag by its name; Enter adds it. Supervisors and administrators can create one that is missing. */
export function TagPicker({ isOpen, onClose, ...props }: TagPickerProps) {
  const { t } = useTranslation("desk");
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("tag_add")} closeLabel={t("close")}>
      <Search {...props} onClose={onClose} />
    </Dialog>
  );
}

type Option = { key: string; name: string; colour: string; isNew: boolean };

function Search({ chosen, onChoose, onClose }: Omit<TagPickerProps, "isOpen">) {
  const { t } = useTranslation("desk");
  const [search, setSearch] = useState("");
  const tags = useAtomValue(tagListAtom);
  const phase = useAtomValue(tagsPhaseAtom);
  const create = useSetAtom(createTagAtom);
  const role = useAtomValue(agentAtom)?.role;
  const wanted = search.trim();
  const isSame = (name: string) => name.toLowerCase() === wanted.toLowerCase();
  const found: Option[] = tags
    .filter(({ id, name }) => !chosen.includes(id) && name.toLowerCase().includes(wanted.toLowerCase()))
    .map(({ id, ...tag }) => ({ key: id, ...tag, isNew: false }));
  const mayCreate = role === "supervisor" || role === "admin";
  if (mayCreate && wanted !== "" && wanted.length <= NAME_CHARS_MAX && !tags.some(({ name }) => isSame(name)))
    found.push({ key: "new", name: wanted, colour: "grey", isNew: true });

  async function choose({ key, name, isNew }: Option) {
    onClose();
    if (!isNew) {
      onChoose(key);
      return;
    }
    const made = await create(name);
    if (made) onChoose(made.id);
    else showToast("error", t("tags_not_created"));
  }

  return (
    <>
      <SearchList
        label={t("tag_add")}
        hint={t("tags_search")}
        text={search}
        onText={setSearch}
        found={found}
        render={({ name, colour, isNew }) => (
          <span className={styles.option}>
            {isNew ? (
              <span className={styles.create}>
                <Plus size={14} aria-hidden /> {t("tag_create", { name })}
              </span>
            ) : (
              <TagChip name={name} colour={colour} />
            )}
          </span>
        )}
        onChoose={(option) => void choose(option)}
      />
      {found.length === 0 ? (
        <p className={panels.nothing} role="status">
          {t(phase === "failed" ? "tags_failed" : tags.length === 0 ? "tags_empty" : "tags_none")}
        </p>
      ) : null}
    </>
  );
}

import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import type { Choice, Offer } from "../keys/offers.atoms";
import { agentAtom } from "../state/agent.atoms";
import { createTagAtom, tagListAtom, tagsPhaseAtom } from "../state/tags.atoms";

/** Protocol, 'Tags, drafts and mentions': the longest name of a tag. */
const NAME_CHARS_MAX = 40;

/** The tags that a conversation does not have. Supervisors and administrators can create one that is missing. */
export function useTagChoices(chosen: readonly string[], onChoose: (id: string) => void): Offer {
  const { t } = useTranslation("desk");
  const tags = useAtomValue(tagListAtom);
  const phase = useAtomValue(tagsPhaseAtom);
  const create = useSetAtom(createTagAtom);
  const role = useAtomValue(agentAtom)?.role;
  const mayCreate = role === "supervisor" || role === "admin";

  async function make(name: string) {
    const made = await create(name);
    if (made) onChoose(made.id);
    else showToast("error", t("tags_not_created"));
  }
  function typed(name: string): Choice | undefined {
    const isKnown = tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase());
    if (!mayCreate || isKnown || name.length > NAME_CHARS_MAX) return undefined;
    return { key: "new", name: t("tag_create", { name }), run: () => void make(name) };
  }
  return {
    choices: () =>
      tags
        .filter(({ id }) => !chosen.includes(id))
        .map(({ id, name, colour }) => ({ key: id, name, colour, run: () => onChoose(id) })),
    typed,
    none: () => t(phase === "failed" ? "tags_failed" : tags.length === 0 ? "tags_empty" : "tags_none"),
  };
}

import { useTranslation } from "react-i18next";
import type { ChannelDraft } from "../../../wire/editing";
import { When } from "../../shell/When";
import { useThing } from "../../things/useThings";
import { wordsIn } from "../../things/words";

/** Who saved the draft and when, and what publishing has to bring together. */
export function DraftNote({ draft }: { draft: ChannelDraft }) {
  const { t, i18n } = useTranslation("admin");
  const { data: agent } = useThing("agents", { adminId: draft.adminId });
  const name = wordsIn(agent?.adminNick, i18n.language) || draft.adminId;
  return (
    <>
      {t("draft_by", { name })} · <When at={draft.at} /> ·{" "}
      {t(draft.version > draft.basedOn ? "draft_behind" : "draft_waits")}
    </>
  );
}

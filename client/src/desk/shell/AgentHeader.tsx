import { Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import { showToast } from "../../ui/toast";
import type { SignedIn } from "../../wire/account";
import { deskAtom } from "../state/desk.atoms";
import { setStatusAtom } from "../state/standing.atoms";
import styles from "./AgentHeader.module.css";
import { MentionsButton } from "./MentionsButton";
import { Menu } from "./Menu";
import { MoreMenu } from "./MoreMenu";
import { StatusPicker } from "./StatusPicker";

export type AgentHeaderProps = {
  agent: SignedIn;
  onPanel: (panel: "commands" | "shortcuts") => void;
};

/** Shows the agent's name, status and capacity. */
export function AgentHeader({ agent, onPanel }: AgentHeaderProps) {
  const { t } = useTranslation("desk");
  const { status, capacity, mine } = useAtomValue(deskAtom);
  const setStatus = useSetAtom(setStatusAtom);
  const change = async (wish: Parameters<typeof setStatus>[0]) => {
    const standing = await setStatus(wish);
    if (!standing) showToast("error", t("status_failed"));
    else if (standing.capacity < (wish.capacity ?? 0))
      showToast("error", t("capacity_most", { count: standing.capacity }));
  };
  return (
    <div className={styles.header}>
      <Avatar src={agent.face} name={agent.nick} size={40} />
      <div className={styles.who}>
        <h2 className={styles.name} dir="auto">
          {agent.nick}
        </h2>
        <StatusPicker
          status={status}
          capacity={capacity}
          openCount={mine.filter((row) => row.end === undefined).length}
          onStatus={(wish) => void change({ status: wish })}
          onCapacity={(wish) => void change({ capacity: wish })}
        />
      </div>
      <MentionsButton />
      <Menu label={t("menu_more")} icon={<Ellipsis size={20} />}>
        <MoreMenu onPanel={onPanel} />
      </Menu>
    </div>
  );
}

import { Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import type { SignedIn } from "../../wire/account";
import { deskAtom } from "../state/desk.atoms";
import styles from "./AgentHeader.module.css";
import { MentionsButton } from "./MentionsButton";
import { Menu } from "./Menu";
import { MoreMenu } from "./MoreMenu";
import { StatusPicker } from "./StatusPicker";
import { useStanding } from "./useDeskOffers";

/** Shows the agent's name, status and capacity. */
export function AgentHeader({ agent }: { agent: SignedIn }) {
  const { t } = useTranslation("desk");
  const { status, capacity, mine } = useAtomValue(deskAtom);
  const change = useStanding();
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
        <MoreMenu />
      </Menu>
    </div>
  );
}

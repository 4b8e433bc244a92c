import { Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Empty } from "../../../../ui/Empty";
import { ListStates } from "../ListStates";
import styles from "../lists.module.css";
import { useRobot } from "../robot";
import { Section } from "../Section";
import { useTitles } from "../useTitles";
import { GroupCard } from "./GroupCard";
import { useInbox } from "./useInbox";

/** Questions that the robot did not know, and answers that did not help, to be answered in place. */
export default function InboxPage() {
  const { t } = useTranslation("admin");
  const { name } = useRobot();
  const query = useInbox();
  const { groups, total } = query;
  const titles = useTitles(groups?.flatMap((group) => group.docs) ?? []);
  return (
    <Section text={t("kb_unanswered_text")}>
      {groups?.length === 0 ? (
        <Empty
          icon={<Inbox size={28} />}
          title={t("kb_inbox_none", { name })}
          text={t("kb_inbox_none_text")}
        />
      ) : null}
      {groups && groups.length > 0 ? (
        <ul className={styles.cards}>
          {groups.map((group) => (
            <li key={group.ids[0]}>
              <GroupCard group={group} titles={titles} />
            </li>
          ))}
        </ul>
      ) : null}
      <ListStates
        query={query}
        height="220px"
        shown={t("kb_inbox_more", { shown: groups?.length ?? 0, total })}
      />
    </Section>
  );
}

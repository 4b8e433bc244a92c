import { Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button";
import { Empty } from "../../../../ui/Empty";
import { Skeleton } from "../../../../ui/Skeleton";
import { Trouble } from "../../../shell/Trouble";
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
  const { groups, total, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInbox();
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
      {groups && hasNextPage ? (
        <div className={styles.foot}>
          <Button look="outline" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("kb_more")}
          </Button>
          <span className={styles.count} role="status">
            {t("kb_inbox_more", { shown: groups.length, total })}
          </span>
        </div>
      ) : null}
      {groups ? null : error ? (
        <Trouble text={t("trouble_unreachable")} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height="220px" />
      )}
    </Section>
  );
}

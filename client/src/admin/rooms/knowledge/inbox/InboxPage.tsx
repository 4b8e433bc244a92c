import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Empty } from "../../../../ui/Empty";
import { Skeleton } from "../../../../ui/Skeleton";
import { inboxPage } from "../../../../wire/admin";
import { adminApiAtom } from "../../../session/services";
import { Trouble } from "../../../shell/Trouble";
import styles from "../lists.module.css";
import { useRobot } from "../robot";
import { Section } from "../Section";
import { GroupCard } from "./GroupCard";
import { inboxQuery } from "./useResolve";

/** Questions that the robot did not know, and answers that did not help, to be answered in place. */
export default function InboxPage() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const { robotNo, name } = useRobot();
  const { data, error, refetch } = useQuery({
    queryKey: inboxQuery(robotNo),
    queryFn: ({ signal }) => api.call("robot/inbox", { robotNo }, inboxPage, { signal }),
  });
  const groups = data?.groups;
  return (
    <Section id="unanswered" text={t("kb_unanswered_text")}>
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
              <GroupCard group={group} />
            </li>
          ))}
        </ul>
      ) : null}
      {data && data.total > data.groups.length ? (
        <p className={styles.words}>{t("kb_inbox_more", { shown: data.groups.length, total: data.total })}</p>
      ) : null}
      {data ? null : error ? (
        <Trouble words={t("trouble_unreachable")} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height="220px" />
      )}
    </Section>
  );
}

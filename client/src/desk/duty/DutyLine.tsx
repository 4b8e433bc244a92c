import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import type { Group } from "../../wire/account";
import { agentAtom } from "../state/agent.atoms";
import { acceptAtom } from "../state/talk.atoms";
import type { Row } from "../types";
import { useSpan } from "../wall/useSpan";
import { Countdown } from "./Countdown";
import styles from "./Duty.module.css";
import { dueOf, whyWords } from "./dutyWords";
import { useVisible } from "./useVisible";

/** Says why the agent has this visitor, and what they owe them until when. Opening the conversation accepts it. */
export function DutyLine({ row, groups }: { row: Row; groups: readonly Group[] }) {
  const { t } = useTranslation("desk");
  const span = useSpan();
  const accept = useSetAtom(acceptAtom);
  const me = useAtomValue(agentAtom)?.id ?? "";
  const isSeen = useVisible();
  const { userId, duty } = row;
  const acceptBy = duty?.acceptBy;
  useEffect(() => {
    if (isSeen && acceptBy !== undefined) void accept(userId);
  }, [isSeen, acceptBy, accept, userId]);
  if (!duty) return null;
  const due = dueOf(duty);
  const sentences = whyWords(duty, groups, { me, agent: undefined }, t, span);
  if (!due && sentences.length === 0) return null;
  return (
    <aside className={styles.line} aria-label={t("duty_label")}>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {due ? <Countdown {...due} /> : null}
    </aside>
  );
}

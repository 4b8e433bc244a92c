import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import type { Duty } from "../../wire/duty";
import { accountAtom } from "../state/account.atoms";
import { rescuesAtom } from "../state/rescues.atoms";
import { openVisitorAtom } from "../state/talk.atoms";
import { useSpan } from "../wall/useSpan";
import { dutyOfAtom } from "../wall/wall.atoms";
import styles from "./Duty.module.css";
import { whyWords } from "./dutyWords";

export type Named = { id: string; name: string };

/** Tells a supervisor why a colleague has this visitor. It shows nothing if the server does not tell. */
export function WhyTheirs({ userId, agent }: { userId: string; agent: Named }) {
  const { t } = useTranslation("desk");
  const span = useSpan();
  const account = useAtomValue(accountAtom);
  const read = useSetAtom(dutyOfAtom);
  const [duty, setDuty] = useState<Duty>();
  useEffect(() => {
    let isLeft = false;
    void read({ userId, adminId: agent.id }).then((known) => {
      if (!isLeft) setDuty(known);
    });
    return () => {
      isLeft = true;
    };
  }, [read, userId, agent.id]);
  if (!duty || account.phase !== "signedIn") return null;
  const sentences = whyWords(duty, account.groups, { me: account.agent.id, agent }, t, span);
  return <Why label={t("duty_label_their", { name: agent.name })} sentences={sentences} />;
}

/** Tells a supervisor why a waiting visitor has their place, as far as this page heard of it. */
export function WhyPlace({ userId }: { userId: string }) {
  const { t } = useTranslation("desk");
  const visitor = useAtomValue(openVisitorAtom);
  const newest = useAtomValue(rescuesAtom).find((one) => one.userId === userId)?.rescue;
  const sentences = [
    visitor?.hasPriority ? t("why_place_priority") : "",
    newest?.to === "queue" ? t(`why_place_${newest.lapse}`) : "",
  ];
  return <Why label={t("duty_label_place")} sentences={sentences.filter((sentence) => sentence !== "")} />;
}

function Why({ label, sentences }: { label: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <aside className={styles.line} aria-label={label}>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </aside>
  );
}

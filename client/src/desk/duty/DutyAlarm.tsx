import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { visitorName } from "../names";
import { mineAtom } from "../state/desk.atoms";
import { sayAtom } from "../state/news.atoms";
import { servicesAtom } from "../state/services";
import { useNow } from "../useNow";
import { SHORT_MS } from "./Countdown";
import { dueOf } from "./dutyWords";

/** Rings and tells a screen reader once when a conversation is about to go to the next agent. It shows nothing. */
export function DutyAlarm() {
  const owed = useAtomValue(mineAtom).some((row) => row.end === undefined && dueOf(row.duty));
  return owed ? <Ringing /> : null;
}

function Ringing() {
  const { t } = useTranslation("desk");
  const { notify } = useAtomValue(servicesAtom);
  const say = useSetAtom(sayAtom);
  const mine = useAtomValue(mineAtom);
  const now = useNow();
  const rung = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const short = mine.flatMap((row) => {
      const due = row.end === undefined ? dueOf(row.duty) : undefined;
      return due && due.by - now <= SHORT_MS ? [{ key: `${row.userId} ${due.by}`, row, due }] : [];
    });
    for (const { key, row, due } of short) {
      if (rung.current.has(key)) continue;
      notify("due");
      say(t(`duty_say_${due.what}`, { name: visitorName(row, t) }));
    }
    rung.current = new Set(short.map(({ key }) => key));
  }, [mine, now, notify, say, t]);
  return null;
}

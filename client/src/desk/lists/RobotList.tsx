import { Bot } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Empty } from "../../ui/Empty";
import { robotAtom } from "../state/desk.atoms";
import { reloadAtom } from "../state/lists.atoms";
import { TalkRow } from "./TalkRow";

/** How often the list is read while it is shown. Nobody tells of its changes. */
const READ_EVERY_MS = 10_000;

/** Lists the visitors who talk with the robot. An agent can watch each of them, and step in. */
export function RobotList({ openId }: { openId: string }) {
  const { t } = useTranslation("desk");
  const rows = useAtomValue(robotAtom);
  const reload = useSetAtom(reloadAtom);
  useEffect(() => {
    void reload("robot");
    const timer = setInterval(() => void reload("robot"), READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  if (rows.length === 0)
    return (
      <Empty icon={<Bot size={28} aria-hidden />} title={t("robot_empty")} text={t("robot_empty_hint")} />
    );
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.userId}>
          <TalkRow row={row} isOpen={row.userId === openId} />
        </li>
      ))}
    </ul>
  );
}

import { useState } from "react";
import { queueLine } from "../../conversation/queueLine";
import { QueueCard } from "../../features/queue/QueueCard";
import { expectedWaitAtom, leaveQueueAtom, positionAtom } from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { openDialogAtom } from "../../state/page.atoms";
import type { Channel } from "../../wire/channel";
import { Ticket } from "./Ticket";

/** The card of a visitor who waits, and the link that keeps their place on another device. */
export function WaitingCard({ channel, hasRobot }: { channel: Channel; hasRobot: boolean }) {
  const position = useAtomValue(positionAtom);
  const leaveQueue = useSetAtom(leaveQueueAtom);
  const openDialog = useSetAtom(openDialogAtom);
  const [isKeeping, setKeeping] = useState(false);
  return (
    <>
      <QueueCard
        position={position}
        sentence={channel.userQueueMode && position > 0 ? queueLine(channel.userQueueMsg, position) : ""}
        expectedWait={useAtomValue(expectedWaitAtom)}
        hasRobot={hasRobot}
        onLeave={() => void leaveQueue()}
        onLeaveMessage={channel.leaveMsgMode ? () => openDialog({ kind: "leave", tab: "submit" }) : undefined}
        onKeep={() => setKeeping(true)}
      />
      {isKeeping ? <Ticket onClose={() => setKeeping(false)} /> : null}
    </>
  );
}

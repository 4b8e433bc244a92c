import { useMemo, useState } from "react";
import { rowsOf } from "../conversation/rows";
import { type Entry, emptyConversation } from "../conversation/types";
import { MessageList } from "../features/message/MessageList";
import { MessageRow } from "../features/message/MessageRow";
import { actions } from "./Gallery";
import styles from "./Many.module.css";
import { NOW } from "./makers";

/** Shows the message list of a chat with thousands of messages. */
export function Many({ count }: { count: number }) {
  const [added, setAdded] = useState(0);
  const rows = useMemo(
    () => rowsOf({ ...emptyConversation, sessionId: "s", entries: entries(count + added) }),
    [count, added],
  );
  return (
    <div className={styles.window}>
      <MessageList
        rows={rows}
        older="end"
        onNeedOlder={() => undefined}
        renderRow={(row) =>
          row.kind === "message" ? (
            <MessageRow
              entry={row.entry}
              isFirstOfRun={row.isFirstOfRun}
              isLastOfRun={row.isLastOfRun}
              isNewest={false}
              isOpen
              canTransfer={false}
              canRate={false}
              actions={actions}
            />
          ) : null
        }
      />
      <button type="button" onClick={() => setAdded(added + 1)}>
        One more
      </button>
    </div>
  );
}

function entries(count: number): Entry[] {
  return Array.from({ length: count }, (_, at) => ({
    key: String(at),
    id: String(at),
    sessionId: "s",
    seq: at,
    sender: at % 3 === 1 ? "visitor" : "agent",
    senderName: "Mia",
    face: "",
    at: NOW - (count - at) * 60_000,
    isRecalled: false,
    delivery: "sent",
    content: { kind: "text", text: `Message ${at}. ${"Some more words. ".repeat(at % 7)}` },
  }));
}

import { useEffect, useState } from "react";
import { TicketDialog } from "../../features/queue/TicketDialog";
import { useAtomValue } from "../../state/jotai";
import { pageAtom } from "../../state/page.atoms";

/** Asks for a queue ticket and shows it. */
export function Ticket({ onClose }: { onClose: () => void }) {
  const page = useAtomValue(pageAtom);
  const [link, setLink] = useState<string | "loading" | "failed">("loading");
  const [asked] = useState(page);
  useEffect(() => {
    if (asked.kind !== "ready") return;
    let isLeft = false;
    asked.api.queueTicket(asked.who.userId).then(
      (ticket) => isLeft || setLink(new URL(ticket.link, location.href).href),
      () => isLeft || setLink("failed"),
    );
    return () => {
      isLeft = true;
    };
  }, [asked]);
  return <TicketDialog link={link} onClose={onClose} />;
}

import { useEffect, useState } from "react";
import { TicketDialog } from "../../features/queue/TicketDialog";
import { useAtomValue } from "../../state/jotai";
import { pageAtom } from "../../state/page.atoms";

/** Asks for a queue ticket and shows it. */
export function Ticket({ onClose }: { onClose: () => void }) {
  const [page] = useState(useAtomValue(pageAtom));
  const [link, setLink] = useState<string | undefined>("");
  useEffect(() => {
    if (page.kind !== "ready") return;
    page.api.queueTicket(page.who.userId).then(
      (ticket) => setLink(new URL(ticket.link, location.href).href),
      () => setLink(undefined),
    );
  }, [page]);
  return <TicketDialog link={link} onClose={onClose} />;
}

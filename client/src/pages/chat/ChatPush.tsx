import { useState } from "react";
import { createPushApi } from "../../api/push";
import { PushOffer } from "../../features/queue/PushOffer";
import { createPush } from "../../session/push";
import { useSetAtom } from "../../state/jotai";
import { openDialogAtom, type Who } from "../../state/page.atoms";

/** Offers this visitor to be told of an answer. */
export function ChatPush({ tenantId, who }: { tenantId: string; who: Who }) {
  const openDialog = useSetAtom(openDialogAtom);
  const [push] = useState(() => {
    const settings = { token: () => who.token, onUnauthorised: () => openDialog({ kind: "expired" }) };
    return createPush(createPushApi(settings, who.userId), tenantId, who.userId);
  });
  return <PushOffer push={push} />;
}

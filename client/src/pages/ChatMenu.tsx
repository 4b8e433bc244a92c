import { QuickMenu } from "../features/frame/QuickMenu";
import { quickMenu } from "../features/frame/quickMenu";
import type { PageQuery } from "../lib/query";
import {
  answerLocallyAtom,
  isTransferringAtom,
  mayEvaluateAtom,
  phaseAtom,
  sendTextAtom,
  stageAtom,
  transferAtom,
} from "../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../state/jotai";
import { openDialogAtom } from "../state/page.atoms";
import type { Channel, MenuAction } from "../wire/channel";

export type ChatMenuProps = { channel: Channel; query: PageQuery };

/** The quick menu of this chat, each button with what it does. Spec §3, Chat menu item. */
export function ChatMenu({ channel, query }: ChatMenuProps) {
  const phase = useAtomValue(phaseAtom);
  const stage = useAtomValue(stageAtom);
  const isTransferring = useAtomValue(isTransferringAtom);
  const choose = useMenuActions();
  if (stage !== "open") return null;
  const entries = quickMenu(channel, phase, !query.hidesClose);
  if (entries.length === 0) return null;
  return <QuickMenu entries={entries} isTransferring={isTransferring} onChoose={choose} />;
}

function useMenuActions(): (action: MenuAction) => void {
  const send = useSetAtom(sendTextAtom);
  const transfer = useSetAtom(transferAtom);
  const answerLocally = useSetAtom(answerLocallyAtom);
  const mayEvaluate = useSetAtom(mayEvaluateAtom);
  const openDialog = useSetAtom(openDialogAtom);

  const evaluate = async () => {
    if (await mayEvaluate()) openDialog({ kind: "evaluation", stars: 0, occasion: "ByVisitor" });
  };
  return (action) => {
    switch (action.kind) {
      case "ask":
        send(action.words, { docId: action.docId });
        return;
      case "transfer":
        void transfer();
        return;
      case "close":
        openDialog({ kind: "end" });
        return;
      case "evaluate":
        void evaluate();
        return;
      case "leaveMessage":
        openDialog({ kind: "leave", tab: "submit" });
        return;
      case "answer":
        void answerLocally(action.question, action.answer);
        return;
      case "open":
        // A link leads there by itself.
        return;
      default:
        action satisfies never;
    }
  };
}

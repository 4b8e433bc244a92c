import { QuickMenu } from "../../features/frame/QuickMenu";
import { barEntries, type EntryAction, quickMenu } from "../../features/frame/quickMenu";
import type { PageQuery } from "../../lib/query";
import {
  answerLocallyAtom,
  isTransferringAtom,
  mayEvaluateAtom,
  menuBarAtom,
  phaseAtom,
  sendTextAtom,
  stageAtom,
  transferAtom,
} from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { openDialogAtom } from "../../state/page.atoms";
import type { Channel } from "../../wire/channel";

/** The robot's menu bar and the quick menu. Protocol, 'Configuration', chat menu item; 'Answers', menubar. */
export function ChatMenu({ channel, query }: { channel: Channel; query: PageQuery }) {
  const phase = useAtomValue(phaseAtom);
  const stage = useAtomValue(stageAtom);
  const isTransferring = useAtomValue(isTransferringAtom);
  const bar = useAtomValue(menuBarAtom);
  const choose = useMenuActions();
  if (stage !== "open") return null;
  const entries = quickMenu(channel, phase, !query.hidesClose);
  return (
    <>
      {bar.length > 0 ? (
        <QuickMenu isBar entries={barEntries(bar)} isTransferring={false} onChoose={choose} />
      ) : null}
      {entries.length > 0 ? (
        <QuickMenu entries={entries} isTransferring={isTransferring} onChoose={choose} />
      ) : null}
    </>
  );
}

function useMenuActions(): (action: EntryAction) => void {
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
        send(action.text, { docId: action.docId });
        return;
      case "choose":
        send(action.button.name, { button: action.button });
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
        // The button is a link, which the browser opens.
        return;
      default:
        action satisfies never;
    }
  };
}

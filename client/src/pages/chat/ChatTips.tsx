import { type Ref, useCallback, useEffect, useImperativeHandle } from "react";
import type { ComposerTips } from "../../features/composer/Composer";
import { questionOf } from "../../features/tips/markedParts";
import { TipsList } from "../../features/tips/TipsList";
import { type Tips, useTips } from "../../features/tips/useTips";
import { sendTextAtom } from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { draftAtom, pageAtom } from "../../state/page.atoms";
import type { Tip } from "../../wire/page";

/** The methods that the composer calls. */
export type TipsHandle = Pick<Tips, "look" | "clear" | "onKeyDown">;

export type ChatTipsProps = {
  ref: Ref<TipsHandle>;
  robotNo: string;
  /** Tells the input which list it controls, and which option is active. */
  onShown: (shown: ComposerTips["shown"]) => void;
};

/** Suggests the robot's questions; a chosen one is sent at once. Protocol, 'Tips, articles, feedback', Typing. */
export function ChatTips({ ref, robotNo, onShown }: ChatTipsProps) {
  const page = useAtomValue(pageAtom);
  const send = useSetAtom(sendTextAtom);
  const setDraft = useSetAtom(draftAtom);

  const ask = useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly Tip[]> => {
      if (page.kind !== "ready" || page.who.userId === "") return [];
      return page.api.tips(page.who.userId, robotNo, text, signal);
    },
    [page, robotNo],
  );
  const pick = (tip: Tip) => {
    tips.clear();
    setDraft("");
    send(questionOf(tip.html), { docId: tip.docId });
  };
  const tips = useTips(ask, pick);
  useImperativeHandle(ref, () => tips);

  const isShown = tips.tips.length > 0;
  const { listId } = tips;
  const activeId = tips.active >= 0 ? tips.optionId(tips.active) : undefined;
  useEffect(() => {
    onShown(isShown ? { listId, activeId } : undefined);
    return () => onShown(undefined);
  }, [isShown, listId, activeId, onShown]);
  return isShown ? <TipsList tips={tips} onPick={pick} /> : null;
}

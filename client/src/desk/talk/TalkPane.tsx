import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FileDrop } from "../../features/composer/FileDrop";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import type { Group } from "../../wire/account";
import { DutyLine } from "../duty/DutyLine";
import { openTalkAtom } from "../state/desk.atoms";
import { notingAtom } from "../state/drafts.atoms";
import { answeredAtom, discardAtom, sendAgainAtom } from "../state/sending.atoms";
import { isTalking, type Row } from "../types";
import { Composer } from "./Composer";
import { EndedBar } from "./EndedBar";
import { ImageViewer, type ViewedImage } from "./ImageViewer";
import { Messages } from "./Messages";
import { NotMineBar } from "./NotMineBar";
import { TagBar } from "./TagBar";
import { TalkHeader } from "./TalkHeader";
import styles from "./TalkPane.module.css";
import { useMessageOffers } from "./useMessageOffers";
import { useRecall } from "./useRecall";
import { useSendFiles } from "./useSendFiles";

export type TalkPaneProps = {
  userId: string;
  /** Undefined while the lists load, or if the conversation is not this agent's. */
  row: Row | undefined;
  groups: readonly Group[];
  isAssistOpen: boolean;
  onAssist: () => void;
  onLeave: () => void;
};

/** Shows one conversation: header, messages, and the available actions. */
export function TalkPane({ userId, row, groups, isAssistOpen, onAssist, onLeave }: TalkPaneProps) {
  const talk = useAtomValue(openTalkAtom);
  const sendAgain = useSetAtom(sendAgainAtom);
  const { t } = useTranslation("desk");
  const sendFiles = useSendFiles(userId);
  const isNoting = useAtomValue(notingAtom)[userId] ?? false;
  const discardOf = useSetAtom(discardAtom);
  const discard = useCallback((key: string) => discardOf({ userId, key }), [discardOf, userId]);
  const pane = useRef<HTMLDivElement>(null);
  const again = useCallback((key: string) => sendAgain({ userId, key }), [sendAgain, userId]);
  const recall = useRecall(userId);
  const setAnswered = useSetAtom(answeredAtom);
  const answer = useCallback(
    (messageId: string) => setAnswered((all) => ({ ...all, [userId]: messageId })),
    [setAnswered, userId],
  );
  const [viewed, setViewed] = useState<ViewedImage>();
  const isOpen = isTalking(row);
  useMessageOffers({
    entries: talk.entries,
    onAnswer: isOpen ? answer : undefined,
    onRecall: isOpen ? recall : undefined,
    onAgain: again,
    onDiscard: discard,
    onImage: setViewed,
  });
  return (
    <div ref={pane} className={styles.pane}>
      <TalkHeader
        userId={userId}
        row={row}
        groups={groups}
        isAssistOpen={isAssistOpen}
        onAssist={onAssist}
        onLeave={onLeave}
      />
      <TagBar userId={userId} row={row} />
      {isOpen ? <DutyLine row={row} groups={groups} /> : null}
      <Messages
        userId={userId}
        talk={talk}
        row={row}
        onAgain={again}
        onDiscard={discard}
        onRecall={isOpen ? recall : undefined}
        onAnswer={isOpen ? answer : undefined}
        onImage={setViewed}
      />
      {isOpen ? <Composer userId={userId} /> : null}
      {row?.end ? <EndedBar row={row} end={row.end} onLeave={onLeave} /> : null}
      {row === undefined || row.isQueued || row.isRobots ? <NotMineBar userId={userId} row={row} /> : null}
      <FileDrop
        onFiles={isOpen ? sendFiles : undefined}
        text={t(isNoting ? "file_drop_note" : "file_drop")}
        area={pane}
      />
      <ImageViewer image={viewed} onClose={() => setViewed(undefined)} />
    </div>
  );
}

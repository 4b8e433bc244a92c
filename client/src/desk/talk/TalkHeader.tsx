import { ArrowLeft, Forward, PanelRight, Star } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { IconButton } from "../../ui/IconButton";
import { showToast } from "../../ui/toast";
import type { Group } from "../../wire/account";
import { CallButtons } from "../call/CallButtons";
import { useOffers } from "../keys/offers.atoms";
import { groupName, visitorName } from "../names";
import { isPassedOn } from "../passedOn";
import { areListsLoadedAtom } from "../state/desk.atoms";
import { closeTalkAtom, inviteEvaluationAtom, openVisitorAtom } from "../state/talk.atoms";
import { isTalking, type Row } from "../types";
import { CloseQuestion } from "./CloseQuestion";
import { HandOver } from "./HandOver";
import { RatingLine } from "./RatingLine";
import styles from "./TalkHeader.module.css";
import { useReceiverChoices } from "./useReceiverChoices";

export type TalkHeaderProps = {
  userId: string;
  row: Row | undefined;
  groups: readonly Group[];
  isAssistOpen: boolean;
  onAssist: () => void;
  onLeave: () => void;
};

/** Shows the conversation's visitor and the actions, such as handing over and ending. */
export function TalkHeader({ userId, row, groups, isAssistOpen, onAssist, onLeave }: TalkHeaderProps) {
  const { t } = useTranslation("desk");
  const invite = useSetAtom(inviteEvaluationAtom);
  const close = useSetAtom(closeTalkAtom);
  const areListsLoaded = useAtomValue(areListsLoadedAtom);
  const [asked, setAsked] = useState<"end" | "handOver">();
  const [receiver, setReceiver] = useState("");
  const ask = useReceiverChoices((value) => {
    setReceiver(value);
    setAsked("handOver");
  });
  const visitor = useAtomValue(openVisitorAtom);
  const name = visitorName(row ?? { userId, userName: visitor?.name ?? "" }, t);
  const isOpen = isTalking(row);
  const isHere = row?.isPresent ?? false;

  async function inviteVisitor() {
    const trouble = await invite(userId);
    if (trouble) showToast("error", t(`deed_${trouble}`));
    else showToast("success", t("invited"));
  }
  async function end() {
    setAsked(undefined);
    const trouble = await close(userId);
    if (trouble) showToast("error", t(`deed_${trouble}`));
  }

  useOffers({
    handOver: isOpen ? { ask } : undefined,
    invite: isOpen && !row.rating ? { run: () => void inviteVisitor() } : undefined,
    end: isOpen ? { run: () => setAsked("end") } : undefined,
  });

  return (
    <>
      <header className={styles.header}>
        <span className={styles.back}>
          <IconButton
            label={t("back")}
            icon={<ArrowLeft size={20} className="mirrored" />}
            onClick={onLeave}
          />
        </span>
        <Avatar src="" name={name} size={40} />
        <div className={styles.words}>
          <h2 dir="auto" tabIndex={-1}>
            {name}
          </h2>
          {row || !areListsLoaded ? <p>{row ? about(row) : "\u00a0"}</p> : null}
        </div>
        {isOpen ? (
          <>
            {isHere ? <CallButtons userId={userId} /> : null}
            <IconButton
              label={t("hand_over")}
              icon={<Forward size={20} className="mirrored" />}
              aria-expanded={asked === "handOver"}
              onClick={() => {
                setReceiver("");
                setAsked(asked === "handOver" ? undefined : "handOver");
              }}
            />
            {row.rating ? (
              <RatingLine rating={row.rating} />
            ) : (
              <IconButton
                label={t("invite")}
                icon={<Star size={19} />}
                onClick={() => void inviteVisitor()}
              />
            )}
            <Button
              look="outline"
              aria-expanded={asked === "end"}
              onClick={() => setAsked(asked === "end" ? undefined : "end")}
            >
              {t("end")}
            </Button>
          </>
        ) : null}
        <span className={styles.assist}>
          <IconButton
            label={t("assist_toggle")}
            icon={<PanelRight size={20} className="mirrored" />}
            aria-expanded={isAssistOpen}
            onClick={onAssist}
          />
        </span>
      </header>
      {isOpen && asked === "end" ? (
        <CloseQuestion
          name={name}
          kind={row.rating ? "rated" : "talk"}
          onEnd={() => void end()}
          onKeep={() => setAsked(undefined)}
        />
      ) : null}
      {isOpen && asked === "handOver" ? (
        <HandOver key={receiver} userId={userId} receiver={receiver} onClose={() => setAsked(undefined)} />
      ) : null}
    </>
  );

  function about({ groupId, channelId, isPresent, end: reason }: Row): string {
    const origin = [groupName(groups, groupId), channelId].filter((part) => part !== "").join(" · ");
    if (row?.isRobots) return t("about_robot", { place: origin });
    if (reason) return t(isPassedOn(reason) ? "about_passed_on" : "about_ended", { place: origin });
    return t(isPresent ? "about_here" : "about_away", { place: origin });
  }
}

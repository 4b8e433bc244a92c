import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useSetAtom } from "../state/jotai";
import { showToast } from "../ui/toast";
import { shownListAtom, takeAtom, takeFromRobotAtom } from "./state/lists.atoms";

/** Takes a waiting visitor and opens the conversation. Without an id, takes the one who has waited longest. */
export function useTake(): { take: (userId: string | undefined) => Promise<void>; isTaking: boolean } {
  const { t } = useTranslation("desk");
  const [, goTo] = useLocation();
  const [isTaking, setTaking] = useState(false);
  const takeVisitor = useSetAtom(takeAtom);
  const take = async (userId: string | undefined) => {
    setTaking(true);
    const taken = await takeVisitor(userId);
    setTaking(false);
    if ("userId" in taken) goTo(`/talk/${taken.userId}`);
    else showToast("error", t(`take_${taken.trouble}`));
  };
  return { take, isTaking };
}

/** Takes a visitor over from the robot and opens the conversation. */
export function useTakeFromRobot(): {
  takeFromRobot: (userId: string) => Promise<void>;
  isTakingFromRobot: boolean;
} {
  const { t } = useTranslation("desk");
  const [isTakingFromRobot, setTaking] = useState(false);
  const takeVisitor = useSetAtom(takeFromRobotAtom);
  const setList = useSetAtom(shownListAtom);
  const takeFromRobot = async (userId: string) => {
    setTaking(true);
    const taken = await takeVisitor(userId);
    setTaking(false);
    if ("userId" in taken) setList("mine");
    else showToast("error", t(`step_in_${taken.trouble}`));
  };
  return { takeFromRobot, isTakingFromRobot };
}

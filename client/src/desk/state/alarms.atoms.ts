/** Thresholds that a supervisor's desk heard of and that nobody has put away, newest first. */
import { atom } from "../../state/jotai";
import type { DeskAlarm } from "../../wire/wall";

/** The most that are shown. */
const SHOWN_MAX = 3;

const heldAtom = atom<readonly DeskAlarm[]>([]);
export const alarmsAtom = atom((get) => get(heldAtom));

/** A later alarm of the same group and kind replaces the one before. */
export const alarmedAtom = atom(null, (get, set, alarm: DeskAlarm) => {
  const others = get(heldAtom).filter((one) => !isSame(one, alarm));
  set(heldAtom, [alarm, ...others].slice(0, SHOWN_MAX));
});

export const putAwayAlarmAtom = atom(null, (get, set, alarm: DeskAlarm) =>
  set(
    heldAtom,
    get(heldAtom).filter((one) => !isSame(one, alarm)),
  ),
);

/** Puts all away: the wall shows what holds, or another agent signs in. */
export const forgetAlarmsAtom = atom(null, (_get, set) => set(heldAtom, []));

function isSame(one: DeskAlarm, other: DeskAlarm): boolean {
  return one.kind === other.kind && one.groupId === other.groupId;
}

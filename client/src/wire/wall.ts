/** The supervisor's wall: Protocol, 'Supervisor's wall'. */
import * as v from "valibot";
import { numbers } from "./report";
import { count, flag, lenientList, maybeCount, text, wireTime } from "./scalars";

const WALL_STATUSES = ["online", "busy", "away", "offline"] as const;
export type WallStatus = (typeof WALL_STATUSES)[number];

const group = v.pipe(
  v.object({
    groupId: text,
    groupName: text,
    waiting: count,
    oldestSince: maybeCount,
    online: count,
    busy: count,
    away: count,
    talking: count,
    seats: count,
    rightShare: maybeCount,
  }),
  v.transform(({ groupId, groupName, ...rest }) => ({ id: groupId, name: groupName, ...rest })),
);
export type WallGroup = v.InferOutput<typeof group>;

const agent = v.pipe(
  v.object({
    adminId: text,
    adminNick: text,
    adminFace: text,
    groupIds: lenientList(v.string()),
    status: v.fallback(v.picklist(WALL_STATUSES), "offline"),
    since: wireTime,
    conversations: count,
    capacity: count,
  }),
  v.transform(({ adminId, adminNick, adminFace, ...rest }) => ({
    id: adminId,
    name: adminNick || adminId,
    face: adminFace,
    ...rest,
  })),
);
export type WallAgent = v.InferOutput<typeof agent>;

export const ALARMS = ["waiting", "oldestWait", "noAgent", "missed"] as const;
export type AlarmKind = (typeof ALARMS)[number];

const alarm = v.object({ kind: v.picklist(ALARMS), groupId: text, value: count });
export type Alarm = v.InferOutput<typeof alarm>;

/** The desk's event alarm: a threshold was passed. */
export const deskAlarm = v.object({ ...alarm.entries, at: wireTime });
export type DeskAlarm = v.InferOutput<typeof deskAlarm>;

/** Response of wall. Unless it is whole, it has only the rows that changed. */
export const wall = v.pipe(
  v.object({
    version: count,
    whole: flag,
    at: wireTime,
    groups: lenientList(group),
    agents: lenientList(agent),
    gone: v.object({ groupIds: lenientList(v.string()), adminIds: lenientList(v.string()) }),
    today: numbers,
    alarms: lenientList(alarm),
    thresholds: v.object({ waiting: maybeCount, oldestWait: maybeCount, missed: maybeCount }),
  }),
  v.transform(({ whole, gone, ...wire }) => ({
    ...wire,
    isWhole: whole,
    goneGroups: gone.groupIds,
    goneAgents: gone.adminIds,
  })),
);
export type WallAnswer = v.InferOutput<typeof wall>;

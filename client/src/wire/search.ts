/** The response of search: Protocol, 'Search'. adminIds → agents, msgId → messageId. */
import * as v from "valibot";
import { count, lenientList, maybeCount, text, wireTime } from "./scalars";

/** A piece of plain text with the places of what was found, in code points. */
export type Excerpt = { text: string; ranges: readonly (readonly [number, number])[] };

const ranges = v.pipe(
  lenientList(v.array(v.number())),
  v.transform((all) =>
    all.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [[from, to] as const])),
  ),
);
const excerpt = v.object({ text, ranges });

export const foundKinds = ["conversation", "leaveMsg", "workOrder"] as const;
export type FoundKind = (typeof foundKinds)[number];

const found = v.pipe(
  v.object({
    kind: v.picklist(foundKinds),
    id: v.pipe(v.string(), v.nonEmpty()),
    userId: text,
    userName: excerpt,
    channelId: text,
    groupIds: lenientList(v.string()),
    adminIds: lenientList(v.string()),
    tags: lenientList(v.string()),
    rating: maybeCount,
    state: text,
    time: wireTime,
    hits: lenientList(v.object({ msgId: text, senderType: count, time: wireTime, text, ranges })),
  }),
  v.transform(({ userName, groupIds, adminIds, state, time, hits, ...wire }) => ({
    ...wire,
    name: userName,
    groups: groupIds,
    agents: adminIds,
    isEnded: state === "ended",
    at: time,
    hits: hits.map(({ msgId, senderType, time: at, ...piece }) => ({
      ...piece,
      messageId: msgId,
      isAgents: senderType === 2,
      at,
    })),
  })),
);
/** A conversation, a left message or a work order. */
export type Found = v.InferOutput<typeof found>;

/** Response of search; `next` is the cursor of the next page, empty at the end. */
export const foundPage = v.pipe(
  v.object({ list: lenientList(found), cursor: text, building: maybeCount }),
  v.transform(({ list, cursor, building }) => ({ found: list, next: cursor, building })),
);
export type FoundPage = v.InferOutput<typeof foundPage>;

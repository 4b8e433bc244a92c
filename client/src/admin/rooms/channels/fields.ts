/**
 * Every field of a channel (Protocol, 'Configuration' and 'Files of a tenant'), grouped as a person thinks of them. A
 * new field needs an entry in one of these files and its words in `locales/<code>/admin.json`.
 */
import type { FieldGroup, FieldSpec } from "../../form/specs";
import { FILES, RATING } from "./fields/afterwards";
import { BEFORE } from "./fields/before";
import { LEAVING } from "./fields/leaving";
import { LOOK } from "./fields/look";
import { PEOPLE } from "./fields/people";
import { QUEUE } from "./fields/queue";
import { ROBOT } from "./fields/robot";
import { SIDE_BAR } from "./fields/sideBar";
import { IDENTITY, SITES } from "./fields/sites";
import { TEXTS } from "./fields/texts";

export const CHANNEL_GROUPS: readonly FieldGroup[] = [
  LOOK,
  TEXTS,
  ROBOT,
  PEOPLE,
  QUEUE,
  BEFORE,
  LEAVING,
  RATING,
  FILES,
  SIDE_BAR,
  SITES,
  IDENTITY,
];

export const CHANNEL_FIELDS: readonly FieldSpec[] = CHANNEL_GROUPS.flatMap((group) => group.fields);

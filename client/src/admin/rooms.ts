/** The rooms of the administration, in the order a new shop needs them. Each is loaded when it is opened. */
import {
  BookOpen,
  Cable,
  ClipboardList,
  House,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  TextQuote,
  Users,
  Workflow,
} from "lucide-react";
import { type ComponentType, lazy } from "react";
import type { AdminKey } from "./form/specs";

export type Room = {
  id: string;
  /** Below the administration's address. */
  path: string;
  name: AdminKey;
  icon: LucideIcon;
  Room: ComponentType;
};

export const ROOMS: readonly Room[] = [
  { ...room("start", House, () => import("./rooms/start/StartRoom")), path: "/" },
  room("channels", MessagesSquare, () => import("./rooms/channels/ChannelsRoom")),
  room("people", Users, () => import("./rooms/people/PeopleRoom")),
  room("knowledge", BookOpen, () => import("./rooms/knowledge/KnowledgeRoom")),
  room("flows", Workflow, () => import("./rooms/flows/FlowsRoom")),
  room("forms", ClipboardList, () => import("./rooms/forms/FormsRoom")),
  room("texts", TextQuote, () => import("./rooms/texts/TextsRoom")),
  room("connections", Cable, () => import("./rooms/connections/ConnectionsRoom")),
  room("safety", ShieldCheck, () => import("./rooms/safety/SafetyRoom")),
];

type RoomId =
  | "start"
  | "channels"
  | "people"
  | "knowledge"
  | "flows"
  | "forms"
  | "texts"
  | "connections"
  | "safety";

function room(id: RoomId, icon: LucideIcon, load: () => Promise<{ default: ComponentType }>): Room {
  return { id, path: `/${id}`, name: `room_${id}`, icon, Room: lazy(load) };
}

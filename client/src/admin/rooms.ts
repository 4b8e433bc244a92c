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
  {
    id: "start",
    path: "/",
    name: "room_start",
    icon: House,
    Room: lazy(() => import("./rooms/start/StartRoom")),
  },
  {
    id: "channels",
    path: "/channels",
    name: "room_channels",
    icon: MessagesSquare,
    Room: lazy(() => import("./rooms/channels/ChannelsRoom")),
  },
  {
    id: "people",
    path: "/people",
    name: "room_people",
    icon: Users,
    Room: lazy(() => import("./rooms/people/PeopleRoom")),
  },
  {
    id: "knowledge",
    path: "/knowledge",
    name: "room_knowledge",
    icon: BookOpen,
    Room: lazy(() => import("./rooms/knowledge/KnowledgeRoom")),
  },
  {
    id: "flows",
    path: "/flows",
    name: "room_flows",
    icon: Workflow,
    Room: lazy(() => import("./rooms/flows/FlowsRoom")),
  },
  {
    id: "forms",
    path: "/forms",
    name: "room_forms",
    icon: ClipboardList,
    Room: lazy(() => import("./rooms/forms/FormsRoom")),
  },
  {
    id: "texts",
    path: "/texts",
    name: "room_texts",
    icon: TextQuote,
    Room: lazy(() => import("./rooms/texts/TextsRoom")),
  },
  {
    id: "connections",
    path: "/connections",
    name: "room_connections",
    icon: Cable,
    Room: lazy(() => import("./rooms/connections/ConnectionsRoom")),
  },
  {
    id: "safety",
    path: "/safety",
    name: "room_safety",
    icon: ShieldCheck,
    Room: lazy(() => import("./rooms/safety/SafetyRoom")),
  },
];

/** How each kind of step looks. */
import {
  CircleStop,
  FileText,
  Headset,
  IdCard,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Sparkles,
  SquareMousePointer,
} from "lucide-react";
import type { Source } from "./flow";

export const ICONS: Readonly<Record<Source, LucideIcon>> = {
  TEXT_REPLY: MessageSquareText,
  BUTTONS: SquareMousePointer,
  FROM_REPLY: ListChecks,
  FAQ: FileText,
  LARGE_MODEL_REPLY: Sparkles,
  CARD: IdCard,
  AGENT_REPLY: Headset,
  END: CircleStop,
};

/** The beginning of a new step's id. */
export const ID_WORDS: Readonly<Record<Source, string>> = {
  TEXT_REPLY: "text",
  BUTTONS: "buttons",
  FROM_REPLY: "form",
  FAQ: "article",
  LARGE_MODEL_REPLY: "answer",
  CARD: "card",
  AGENT_REPLY: "agent",
  END: "end",
};

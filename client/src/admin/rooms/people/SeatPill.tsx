import { useTranslation } from "react-i18next";
import { Pill } from "../../../ui/Pill";
import type { Seats } from "./useSeats";

const STATES = {
  online: { tone: "good", textKey: "seat_online" },
  busy: { tone: "busy", textKey: "seat_busy" },
  away: { tone: "over", textKey: "seat_away" },
} as const;

const isState = (status: string): status is keyof typeof STATES => Object.hasOwn(STATES, status);

/** The state of an agent's seat; nothing until it is known. */
export function SeatPill({ seats, agent }: { seats: Seats | undefined; agent: string }) {
  const { t } = useTranslation("admin");
  if (!seats) return null;
  const status = seats.get(agent) ?? "";
  const state = isState(status) ? STATES[status] : undefined;
  return <Pill tone={state?.tone ?? "over"} text={t(state?.textKey ?? "seat_offline")} />;
}

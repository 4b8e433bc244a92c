import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "../../../state/jotai";
import { adminApiAtom, adminServicesAtom } from "../../session/services";

/** How often the seats are asked for again. */
const ASK_AGAIN_MS = 30_000;

/** The state of each agent's seat, by agent. Whoever is not listed is offline. */
export type Seats = ReadonlyMap<string, string>;

/** The seats; undefined until they are known. */
export function useSeats(): Seats | undefined {
  const api = useAtomValue(adminApiAtom);
  const { account } = useAtomValue(adminServicesAtom);
  const { data } = useQuery({
    queryKey: ["seats"],
    queryFn: async ({ signal }) => {
      const [others, own] = await Promise.all([api.seats(signal), account.me(signal)]);
      return new Map([...others, [own.agent.id, own.status]]);
    },
    refetchInterval: ASK_AGAIN_MS,
  });
  return data;
}

/** Whether new visitors reach the agent now. */
export function isOnline(seats: Seats, agent: string): boolean {
  return seats.get(agent) === "online";
}

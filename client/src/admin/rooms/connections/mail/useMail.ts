import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useAtomValue } from "../../../../state/jotai";
import { mailPage, mailState } from "../../../../wire/mail";
import { adminApiAtom } from "../../../session/services";

/** How often the page looks while mails wait. */
const LOOK_MS = 5_000;

/** Whether mails go out. */
export function useMailState() {
  const api = useAtomValue(adminApiAtom);
  return useQuery({
    queryKey: ["mail", "state"],
    queryFn: ({ signal }) => api.call("mail/state", {}, mailState, { signal }),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? LOOK_MS : false),
  });
}

/** The shop's mails of the last 30 days, newest first. */
export function useMails() {
  const api = useAtomValue(adminApiAtom);
  return useInfiniteQuery({
    queryKey: ["mail", "list"],
    queryFn: ({ pageParam, signal }) => api.call("mail/list", { cursor: pageParam }, mailPage, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next || undefined,
    refetchInterval: ({ state }) => {
      const waits = state.data?.pages.some((page) => page.list.some((mail) => mail.state === "waiting"));
      return waits ? LOOK_MS : false;
    },
  });
}

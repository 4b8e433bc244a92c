import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import type * as v from "valibot";
import { useAtomValue } from "../../../../state/jotai";
import { inboxPage } from "../../../../wire/admin";
import { adminApiAtom } from "../../../session/services";
import { useRobot } from "../robot";
import { inboxQuery } from "./useResolve";

/** Groups of a page. A group is a card with a form, so a page is short. */
const PAGE_SIZE = 50;

type Page = v.InferOutput<typeof inboxPage>;

/** The groups of unanswered questions, page by page. */
export function useInbox() {
  const api = useAtomValue(adminApiAtom);
  const { robotNo } = useRobot();
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], string>({
    queryKey: inboxQuery(robotNo),
    queryFn: ({ pageParam, signal }) =>
      api.call("robot/inbox", { robotNo, cursor: pageParam, limit: PAGE_SIZE }, inboxPage, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next || undefined,
  });
  const seen = new Set<string>();
  const all = query.data?.pages.flatMap((page) => page.groups);
  return {
    ...query,
    // A group that is asked again between two pages moves up and would be on both.
    groups: all?.filter((group) => group.ids.every((id) => !seen.has(id) && seen.add(id))),
    total: query.data?.pages.at(-1)?.total ?? 0,
  };
}

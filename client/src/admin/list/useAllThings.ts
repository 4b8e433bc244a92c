import { useEffect } from "react";
import type { Kind } from "../things/kinds";
import { useThings } from "../things/useThings";

/** Things loaded without being asked for. */
const LOADED = 1000;

/** A list that loads its pages by itself, so that it can be filtered and sorted here. Very long ones wait for 'More'. */
export function useAllThings(kind: Kind, filters: Record<string, string> = {}) {
  const query = useThings(kind, filters);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage, data } = query;
  const count = data?.pages.reduce((sum, page) => sum + page.list.length, 0) ?? 0;
  const goesOn = hasNextPage && !isFetchingNextPage && !isError && count < LOADED;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return query;
}

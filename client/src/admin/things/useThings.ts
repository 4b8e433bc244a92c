/** Hooks for the things of the administration API. */
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { ThingName, ThingsPage } from "../../api/admin";
import { useAtomValue } from "../../state/jotai";
import type { Thing } from "../../wire/things";
import { adminApiAtom } from "../session/services";
import { type Kind, keyOf } from "./kinds";
import { isHidden, removalsAtom } from "./removals.atoms";

export const thingQuery = (kind: Kind, key: string) => ["thing", kind, key] as const;
const listQuery = (kind: Kind, filters: Record<string, string>) => ["things", kind, filters] as const;

/** One thing. `name` is what get asks for; undefined for a thing that does not exist yet. */
export function useThing(kind: Kind, name: ThingName | undefined) {
  const api = useAtomValue(adminApiAtom);
  const key = name ? keyOf(kind, name) : "";
  return useQuery({
    queryKey: thingQuery(kind, key),
    queryFn: ({ signal }) => api.get(kind, name ?? {}, signal),
    enabled: name !== undefined,
  });
}

/** A list of things, page by page, without those that are being removed. */
export function useThings(kind: Kind, filters: Record<string, string> = {}) {
  const api = useAtomValue(adminApiAtom);
  const removals = useAtomValue(removalsAtom);
  const query = useInfiniteQuery<ThingsPage, Error, InfiniteData<ThingsPage>, readonly unknown[], string>({
    queryKey: listQuery(kind, filters),
    queryFn: ({ pageParam, signal }) => api.list(kind, filters, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.next || undefined,
    placeholderData: keepPreviousData,
  });
  const all = query.data?.pages.flatMap((page) => page.list);
  return { ...query, things: all?.filter((one) => !isHidden(removals, kind, keyOf(kind, one))) };
}

/** Writes a thing. The cache has the response at once. */
export function useSave(kind: Kind) {
  const api = useAtomValue(adminApiAtom);
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (written: Thing) => api.put(kind, written),
    onSuccess: (saved) => {
      cache.setQueryData(thingQuery(kind, keyOf(kind, saved)), saved);
      void cache.invalidateQueries({ queryKey: ["things", kind] });
      void cache.invalidateQueries({ queryKey: ["start"] });
    },
  });
}

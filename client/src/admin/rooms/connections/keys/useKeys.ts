import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "../../../../state/jotai";
import { apiKeys, madeApiKey, type Scope } from "../../../../wire/apiKeys";
import { done } from "../../../../wire/things";
import { adminApiAtom } from "../../../session/services";

const KEYS = ["apiKeys"];

/** What a new key is to be; without `expiresAt` it has no end. */
export type NewKey = { name: string; scopes: readonly Scope[]; expiresAt?: number };

/** The keys of the shop, and what can be done with them. */
export function useKeys() {
  const api = useAtomValue(adminApiAtom);
  const cache = useQueryClient();
  const list = useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => api.call("apiKeys/list", {}, apiKeys, { signal }),
  });
  const again = () => cache.invalidateQueries({ queryKey: KEYS });
  const make = useMutation({
    mutationFn: (key: NewKey) => api.call("apiKeys/create", key, madeApiKey),
    onSuccess: again,
  });
  const revoke = useMutation({
    mutationFn: (keyId: string) => api.call("apiKeys/revoke", { keyId }, done),
    onSuccess: again,
  });
  return { list, make, revoke };
}

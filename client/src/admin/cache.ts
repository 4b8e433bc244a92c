import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/http";

const RETRIES = 2;

/** The cache of what the server said. Only calls that did not reach the server are repeated. */
export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 5000,
        retry: (count, cause) =>
          count < RETRIES &&
          cause instanceof ApiError &&
          (cause.kind === "unreachable" || cause.kind === "unavailable"),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

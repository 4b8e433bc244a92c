/** Calls that wait for a sign-in, because the server refused their token. */
export type Renewals = {
  wait: () => Promise<void>;
  /** The same administrator signed in again. */
  renew: () => void;
  /** The user does not sign in again: the waiting calls fail. */
  giveUp: () => void;
};

export function createRenewals(): Renewals {
  let waiting: { go: () => void; stop: (cause: Error) => void }[] = [];
  const take = () => waiting.splice(0);
  return {
    wait: () => new Promise((go, stop) => void waiting.push({ go, stop })),
    renew: () => {
      for (const { go } of take()) go();
    },
    giveUp: () => {
      for (const { stop } of take()) stop(new Error("signed out"));
      waiting = [];
    },
  };
}

import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import type { Thing } from "../../wire/things";
import { adminApiAtom } from "../session/services";
import type { Kind } from "./kinds";
import { type HowRemoved, removeAtom } from "./removals.atoms";

/** Removes a thing; a toast offers to undo it. `title` is what the user knows the thing by. */
export function useRemove(kind: Kind): (thing: Thing, title: string, how?: HowRemoved) => void {
  const api = useAtomValue(adminApiAtom);
  const remove = useSetAtom(removeAtom);
  const cache = useQueryClient();
  return (thing, title, how) => {
    const done = async () => {
      await cache.invalidateQueries({ queryKey: ["things", kind] });
      void cache.invalidateQueries({ queryKey: ["start"] });
      if (!how?.detach) return;
      // What referred to it has changed too.
      void cache.invalidateQueries({ queryKey: ["things"] });
      void cache.invalidateQueries({ queryKey: ["thing"] });
    };
    remove({ kind, thing, title, how, api, done });
  };
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as v from "valibot";
import { useAtomValue } from "../../../../state/jotai";
import { adminApiAtom } from "../../../session/services";
import { type Refusal, refusalOf } from "../../../things/refusals";
import { useRobot } from "../robot";
import type { Group } from "./group";

export const inboxQuery = (robotNo: string) => ["inbox", robotNo] as const;

/** What becomes of a group's questions. */
export type Resolution =
  | { action: "similar"; docId: string; lang: string; questions: readonly string[] }
  | { action: "document"; docId: string; lang: string; questions: readonly string[]; answer: string }
  | { action: "dismiss" };

/** The document that was changed, or nothing. */
const resolved = v.looseObject({});

/** Resolves a group of questions. */
export function useResolve(group: Group) {
  const api = useAtomValue(adminApiAtom);
  const cache = useQueryClient();
  const { robotNo } = useRobot();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();

  const resolve = async (resolution: Resolution, { isForced = false, outlivesPage = false } = {}) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const wish = isForced ? { force: true } : {};
      await api.call("robot/resolve", { robotNo, ids: group.ids, ...resolution, ...wish }, resolved, {
        outlivesPage,
      });
      await cache.invalidateQueries({ queryKey: inboxQuery(robotNo) });
      void cache.invalidateQueries({ queryKey: ["things", "docs"] });
      setBusy(false);
      return true;
    } catch (cause) {
      setRefusal(refusalOf(cause));
      setBusy(false);
      return false;
    }
  };
  return { resolve, isBusy, refusal, forgetRefusal: () => setRefusal(undefined) };
}

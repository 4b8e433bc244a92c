import type { ReactNode } from "react";
import type { ThingName } from "../../api/admin";
import type { Thing } from "../../wire/things";
import { Loaded } from "../shell/Loaded";
import type { Kind } from "./kinds";
import { refusalOf } from "./refusals";
import { useThing } from "./useThings";

export type OneThingProps = {
  kind: Kind;
  name: ThingName;
  /** Stands for a thing that was never written, such as a new shop's sensitive words. */
  blank?: Thing;
  children: (thing: Thing) => ReactNode;
};

/** Loads one thing, and shows what to do if it cannot be loaded. */
export function OneThing({ kind, name, blank, children }: OneThingProps) {
  const query = useThing(kind, name);
  const isAbsent = query.error !== null && refusalOf(query.error).kind === "gone";
  return (
    <Loaded query={blank && !query.data && isAbsent ? { ...query, data: blank } : query}>{children}</Loaded>
  );
}

/** Why the server refused a change, read for the screen: Protocol, 'Errors' and 'Things'. */
import * as v from "valibot";
import { ApiError } from "../../api/http";
import { fault } from "../../wire/things";
import { isKind, type Kind } from "./kinds";

/** A wrong field: its path, such as `faq.showContent[0].name`, and what is wrong. */
export type Fault = v.InferOutput<typeof fault>;

/** A thing that uses another one. `field` is where; `key` is empty if the server names it by its place. */
export type User = { kind: Kind; key: string; field: string; message: string };

export type Use = User | Fault;

export type Refusal =
  | { kind: "faults"; faults: Fault[] }
  /** The state does not allow it; if the thing has a newer version, that is why. */
  | { kind: "conflict"; message: string }
  | { kind: "inUse"; users: Use[] }
  /** Test questions get worse; `report` is the trial's. */
  | { kind: "worse"; report: unknown }
  | { kind: "gone" }
  | { kind: "forbidden" }
  | { kind: "unreachable" }
  | { kind: "tooMany" }
  | { kind: "other"; message: string };

const faults = v.array(fault);

export function refusalOf(cause: unknown): Refusal {
  if (!(cause instanceof ApiError)) return { kind: "other", message: "" };
  const listed = v.safeParse(faults, cause.data);
  switch (cause.kind) {
    case "invalid":
      return listed.success && listed.output.length > 0
        ? { kind: "faults", faults: listed.output }
        : { kind: "other", message: cause.message };
    case "conflict":
      if (listed.success && listed.output.length > 0)
        return { kind: "inUse", users: listed.output.map(userOf) };
      if (cause.data !== null && cause.data !== undefined) return { kind: "worse", report: cause.data };
      return { kind: "conflict", message: cause.message };
    case "notFound":
      return { kind: "gone" };
    case "forbidden":
      return { kind: "forbidden" };
    case "unreachable":
    case "unavailable":
      return { kind: "unreachable" };
    case "tooMany":
      return { kind: "tooMany" };
    default:
      return { kind: "other", message: cause.message };
  }
}

/** What the server says about a field. */
export function faultAt(refusal: Refusal | undefined, field: string): string | undefined {
  return refusal?.kind === "faults" ? refusal.faults.find((one) => one.field === field)?.message : undefined;
}

/** `channels/demo.robotNo` names the channel demo; `agents[0].groupIds[0]` names an agent by its place only. */
export function userOf({ field, message }: Fault): Use {
  const [whole, kind = "", key = ""] = field.match(/^(\w+)(?:\/([^.[\s]+))?/) ?? [];
  if (whole === undefined || !isKind(kind)) return { field, message };
  return { kind, key, field: field.slice(whole.length).replace(/^\./, ""), message };
}

import { ApiError } from "../../api/http";

/** Why signing in failed; `waitMs` is how long to wait before another try. */
export type SignInTrouble = {
  kind: "refused" | "needs_tenant" | "needs_code" | "needs_sign_on" | "tooMany" | "unreachable" | "broken";
  waitMs: number;
};

const DEFAULT_WAIT_MS = 60_000;

export function troubleOf(cause: unknown): SignInTrouble {
  if (!(cause instanceof ApiError)) return { kind: "broken", waitMs: 0 };
  switch (cause.kind) {
    case "unauthorised":
    case "notFound":
    case "invalid":
      return { kind: neededBy(cause.data), waitMs: 0 };
    case "tooMany":
      return { kind: "tooMany", waitMs: cause.retryAfterMs ?? DEFAULT_WAIT_MS };
    case "unreachable":
    case "unavailable":
      return { kind: "unreachable", waitMs: 0 };
    default:
      return { kind: "broken", waitMs: 0 };
  }
}

/** Why no link to another password was asked for; `off`: the server sends no mail. */
export type ForgotTrouble = "needs_tenant" | "off" | "tooMany" | "unreachable" | "broken";

export function forgotTroubleOf(cause: unknown): ForgotTrouble {
  if (cause instanceof ApiError && cause.kind === "conflict") return "off";
  const { kind } = troubleOf(cause);
  return kind === "needs_code" || kind === "needs_sign_on" || kind === "refused" ? "broken" : kind;
}

/** Protocol, 'Seat': what the sign-in still needs. */
function neededBy(data: unknown): SignInTrouble["kind"] {
  const [first]: unknown[] = Array.isArray(data) ? data : [];
  const field = typeof first === "object" && first !== null && "field" in first ? first.field : "";
  if (field === "code") return "needs_code";
  if (field === "signOn") return "needs_sign_on";
  return field === "tenantId" ? "needs_tenant" : "refused";
}

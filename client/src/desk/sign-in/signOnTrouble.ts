/** What can go wrong with single sign-on: Protocol, 'Single sign-on'. */
import type desk from "../../../../locales/en/desk.json";
import { ApiError } from "../../api/http";
import { isRecord } from "../../lib/record";

type DeskKey = keyof typeof desk;

/** The server's codes that have words of their own, and the page's. */
type Prefixed<K> = K extends `sign_on_trouble_${infer Code}` ? Code : never;
export type SignOnTrouble = Prefixed<DeskKey>;

const CODES: Readonly<Record<SignOnTrouble, true>> = {
  off: true,
  expired: true,
  addressRefused: true,
  addressPrivate: true,
  notReached: true,
  tooSlow: true,
  tooLarge: true,
  status: true,
  noDocument: true,
  otherIssuer: true,
  noKeys: true,
  endpoint: true,
  client: true,
  unclear: true,
  code: true,
  noToken: true,
  tokenAudience: true,
  tokenExpired: true,
  tokenIssuer: true,
  tokenNonce: true,
  tokenKey: true,
  tokenSignature: true,
  tokenBroken: true,
  noSubject: true,
  noAccount: true,
  emailUnproven: true,
  accountTaken: true,
  disabled: true,
  removed: true,
  noRole: true,
  lastAdmin: true,
  notCreated: true,
  busy: true,
  elsewhere: true,
  declined: true,
  refusedThere: true,
  noSecret: true,
  unreachable: true,
  broken: true,
};

export function isSignOnTrouble(code: string): code is SignOnTrouble {
  return Object.hasOwn(CODES, code);
}

/** Why a call of single sign-on failed. */
export function signOnTroubleOf(cause: unknown): SignOnTrouble {
  if (!(cause instanceof ApiError)) return "broken";
  if (cause.kind === "tooMany") return "busy";
  if (cause.kind === "unreachable" || cause.kind === "unavailable") return "unreachable";
  const [first]: unknown[] = Array.isArray(cause.data) ? cause.data : [];
  const code = isRecord(first) && typeof first.code === "string" ? first.code : "";
  return isSignOnTrouble(code) ? code : "broken";
}

/** Why a provider sends somebody back without a code: RFC 6749, section 4.1.2.1. */
export function refusalAtProvider(error: string): SignOnTrouble {
  return error === "access_denied" || error === "login_required" ? "declined" : "refusedThere";
}

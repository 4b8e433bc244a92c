/**
 * Calls the server: POSTs JSON, opens the envelope and reads the response by its schema.
 * Every failure is an `ApiError`; callers match on its `kind`, never on a text. Protocol, 'Envelope' and 'Errors'.
 */
import ky, { type KyInstance } from "ky";
import * as v from "valibot";
import { envelope } from "../wire/envelope";

/** Protocol, 'Errors', Transport. */
const CALL_TIMEOUT_MS = 3_000_000;

export type ApiErrorKind =
  | "invalid"
  | "unauthorised"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "tooLarge"
  | "idReused"
  | "tooMany"
  | "broken"
  | "unavailable"
  /** The server was not reached, or the call timed out. */
  | "unreachable"
  /** The response does not match its schema. */
  | "unreadable";

/** Why a call failed. `message` is the server's own sentence, shown only where Protocol, 'Errors' says so. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly retryAfterMs: number | undefined;
  /** What the refusal says besides its sentence, such as the wrong fields of a setting. */
  readonly data: unknown;

  constructor(kind: ApiErrorKind, message: string, retryAfterMs?: number, data?: unknown) {
    super(message);
    this.name = "ApiError";
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.data = data;
  }
}

export type HttpSettings = {
  /** For example `/api/chat/visitor/`. */
  prefix: string;
  /** The current bearer token, if any. */
  token: () => string | undefined;
  /** Protocol, 'Errors', code 401: the 'login state expired' dialog. */
  onUnauthorised: () => void;
  /** Protocol, 'Errors', code 500: the network-error toast; absent if each error is shown beside its cause. */
  onServerError?: () => void;
};

export type CallOptions = {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Shows no toast on 500, for example because the call is retried. A 401 still opens its dialog. */
  isQuiet?: boolean;
  /** Is sent even if the page is being closed. */
  outlivesPage?: boolean;
};

/** Calls under one prefix. */
export type Http = {
  post<T>(
    call: string,
    body: unknown,
    answer: v.GenericSchema<unknown, T>,
    options?: CallOptions,
  ): Promise<T>;
};

export function createHttp(settings: HttpSettings): Http {
  // No retries here: callers retry, and only requests that carry their own id.
  const client = ky.create({ retry: 0, throwHttpErrors: false });
  return {
    async post(call, body, answer, options = {}) {
      const response = await reach(client, settings, call, body, options);
      return opened(response.status, response.body, response.retryAfterMs, answer, settings, options);
    },
  };
}

async function reach(
  client: KyInstance,
  settings: HttpSettings,
  call: string,
  body: unknown,
  options: CallOptions,
) {
  const token = settings.token();
  try {
    const response = await client.post(new URL(settings.prefix + call, location.href), {
      json: body,
      timeout: options.timeoutMs ?? CALL_TIMEOUT_MS,
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.outlivesPage ? { keepalive: true } : {}),
      ...(token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: parsed(text),
      retryAfterMs: retryAfter(response.headers.get("Retry-After")),
    };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError("unreachable", cause instanceof Error ? cause.message : "");
  }
}

/** Returns an envelope's data, or throws an `ApiError` after calling the handler for its code. */
export function opened<T>(
  status: number,
  body: unknown,
  retryAfterMs: number | undefined,
  answer: v.GenericSchema<unknown, T>,
  settings: Pick<HttpSettings, "onUnauthorised" | "onServerError">,
  options: CallOptions,
): T {
  const read = v.safeParse(envelope, body);
  const code = read.success && status < 300 ? read.output.code : status;
  if (code === 200 && read.success) {
    const data = v.safeParse(answer, read.output.data);
    if (data.success) return data.output;
    throw new ApiError("unreadable", "unexpected answer");
  }
  const kind = code === 200 ? "unreadable" : errorKind(code);
  if (kind === "unauthorised") settings.onUnauthorised();
  if (kind === "broken" && !options.isQuiet) settings.onServerError?.();
  const said = read.success ? read.output : { message: "", data: undefined };
  throw new ApiError(kind, said.message, retryAfterMs, said.data);
}

const KINDS: Readonly<Record<number, ApiErrorKind>> = {
  400: "invalid",
  401: "unauthorised",
  403: "forbidden",
  404: "notFound",
  408: "unavailable",
  409: "conflict",
  413: "tooLarge",
  422: "idReused",
  429: "tooMany",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

function errorKind(code: number): ApiErrorKind {
  return KINDS[code] ?? (code >= 500 ? "broken" : "invalid");
}

/** Parses JSON; undefined if it is invalid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The pause that `Retry-After` asks for, in milliseconds. */
export function retryAfter(header: string | null): number | undefined {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

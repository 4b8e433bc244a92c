/** Fetches a file that a call responds with. */
import { done } from "../wire/things";
import { ApiError, type HttpSettings, opened, parsed, retryAfter } from "./http";

/** The file. A refusal rejects with an `ApiError` that carries the server's sentence. */
export async function fetchFile(settings: HttpSettings, call: string, body: unknown): Promise<Blob> {
  const token = settings.token();
  let response: Response;
  try {
    response = await fetch(settings.prefix + call, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (response.ok) return await response.blob();
  } catch (cause) {
    throw new ApiError("unreachable", cause instanceof Error ? cause.message : "");
  }
  const pause = retryAfter(response.headers.get("Retry-After"));
  opened(response.status, parsed(await response.text()), pause, done, settings, { isQuiet: true });
  throw new ApiError("unreadable", "");
}

/** The calls under /api/admin/: Protocol, 'Administration API'. */
import type * as v from "valibot";
import { seats } from "../wire/editing";
import { done, type Thing, thing, thingsPage, uploadedPicture } from "../wire/things";
import { fetchFile } from "./file";
import { ApiError, type CallOptions, createHttp, type HttpSettings } from "./http";
import { type UploadOptions, upload } from "./upload";

/** Things a page of a list has. */
const PAGE_SIZE = 100;

/** The fields that name a thing, for example `{channelId: "demo"}`. */
export type ThingName = Record<string, string>;
export type ThingsPage = { list: Thing[]; next: string };

export type Switches = Readonly<Record<string, true>>;

/** Waits until somebody signed in again. Rejects if nobody does. */
export type Renewal = { wait: () => Promise<void> };

export type AdminApi = ReturnType<typeof createAdminApi>;

/** A call with an expired token waits for the next sign-in, and then runs again. */
export function createAdminApi(settings: Omit<HttpSettings, "prefix">, renewal: Renewal) {
  const own = { ...settings, prefix: "/api/admin/" };
  const http = createHttp(own);
  const desk = createHttp({ ...settings, prefix: "/api/agent/" });

  async function renewed<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.kind !== "unauthorised") throw cause;
      await renewal.wait();
      return run();
    }
  }

  function call<T>(
    name: string,
    body: unknown,
    answer: v.GenericSchema<unknown, T>,
    options: CallOptions = {},
  ): Promise<T> {
    return renewed(() => http.post(name, body, answer, { isQuiet: true, ...options }));
  }

  return {
    call,

    /** Sends a file to a call, for example to docs/import. */
    sendFile: <T>(name: string, sent: UploadOptions<T>) => renewed(() => upload(own, name, sent)),

    /** The file that a call responds with, for example docs/export. */
    fetchFile: (name: string, body: unknown) => renewed(() => fetchFile(own, name, body)),

    list: (kind: string, filters: Record<string, string>, cursor: string, signal: AbortSignal) =>
      call(`${kind}/list`, { ...filters, cursor, limit: PAGE_SIZE }, thingsPage(thing), { signal }),

    get: (kind: string, name: ThingName, signal?: AbortSignal) =>
      call(`${kind}/get`, name, thing, signal ? { signal } : {}),

    /** The version is that of the thing it replaces; 0 means a new one. */
    put: (kind: string, written: Thing) => call(`${kind}/put`, written, thing),

    /** `how` has switches of the call. */
    remove: (kind: string, name: ThingName, version: number, outlivesPage: boolean, how: Switches = {}) =>
      call(`${kind}/delete`, { ...name, version, ...how }, done, { outlivesPage }),

    /** The other agents at their desks. */
    seats: (signal: AbortSignal) =>
      renewed(() => desk.post("listColleagues", {}, seats, { isQuiet: true, signal })),

    upload: (file: File, onProgress: (share: number) => void, signal?: AbortSignal) =>
      upload({ ...settings, prefix: "/api/agent/" }, "upload", {
        fields: { purpose: "chat" },
        file,
        answer: uploadedPicture,
        onProgress,
        ...(signal ? { signal } : {}),
      }),
  };
}

/** Sending a file with its progress. XMLHttpRequest, because fetch cannot tell how much of a body has left. */
import type * as v from "valibot";
import { ApiError, type HttpSettings, opened, parsed, retryAfter } from "./http";

export type UploadOptions<T> = {
  fields: Record<string, string>;
  file: File;
  answer: v.GenericSchema<unknown, T>;
  /** Share of the file that has left, 0 to 1. */
  onProgress: (share: number) => void;
  signal?: AbortSignal;
};

/** Sends `file` as multipart to `call`; a refusal is an `ApiError` with the server's own sentence. */
export function upload<T>(settings: HttpSettings, call: string, options: UploadOptions<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    if (signal?.aborted) {
      reject(new ApiError("unreachable", "aborted"));
      return;
    }
    const request = new XMLHttpRequest();
    const token = settings.token();
    request.open("POST", settings.prefix + call);
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress(event.loaded / event.total);
    };
    request.onerror = () => reject(new ApiError("unreachable", ""));
    request.onabort = () => reject(new ApiError("unreachable", "aborted"));
    request.onload = () => {
      try {
        // Whoever stands before the server may answer for it, and in another language than its own.
        const pause = retryAfter(request.getResponseHeader("Retry-After"));
        resolve(opened(request.status, parsed(request.responseText), pause, options.answer, settings, {}));
      } catch (cause) {
        reject(cause);
      }
    };
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(multipart(options));
  });
}

function multipart<T>(options: UploadOptions<T>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(options.fields)) form.append(name, value);
  // The file goes last: the server checks the fields before it reads bytes.
  form.append("file", options.file, options.file.name);
  return form;
}

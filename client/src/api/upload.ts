/** Uploads a file with progress. Uses XMLHttpRequest, because fetch reports no upload progress. */
import type * as v from "valibot";
import { ApiError, type HttpSettings, opened, parsed, retryAfter } from "./http";

export type UploadOptions<T> = {
  fields: Record<string, string>;
  file: File;
  answer: v.GenericSchema<unknown, T>;
  /** Share of the file that is sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal?: AbortSignal;
};

/** Posts `file` as multipart to `call`. A refusal rejects with an `ApiError` that carries the server's sentence. */
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
        // A proxy may respond with a body that is no envelope; `parsed` and `opened` accept any text.
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
  // The file comes last, so that the server can check the fields before it reads the bytes.
  form.append("file", options.file, options.file.name);
  return form;
}

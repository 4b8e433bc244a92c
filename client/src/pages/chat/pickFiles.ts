/** Checks and measures files before they are shown and sent. Loaded with the first file. */
import type { TFunction } from "i18next";
import { asPng } from "../../lib/asPng";
import { measured } from "../../lib/image";
import { AT_ONCE_MAX, sendableFault, sendableKind, type Takes } from "../../lib/sendable";
import { isSvg, svgAsPng } from "../../lib/svg";
import type { Picked } from "../../session/sender";
import { showToast } from "../../ui/toast";

/** Returns the files that can be sent; shows a toast for each other file. */
export async function pickFiles(
  files: readonly File[],
  takes: Takes,
  isPasted: boolean,
  t: TFunction<"chat">,
): Promise<Picked[]> {
  const picked: Picked[] = [];
  for (const given of files.slice(0, AT_ONCE_MAX)) {
    const file = isPasted && given.type.startsWith("image/") ? await asPng(given) : given;
    const one = await pick(file, takes, t);
    if (one) picked.push(one);
  }
  return picked;
}

async function pick(given: File, takes: Takes, t: TFunction<"chat">): Promise<Picked | undefined> {
  const fault = sendableFault(given, takes);
  const kind = sendableKind(given.name);
  if (fault !== undefined || kind === undefined) {
    showToast("error", t(faultWords(fault)));
    return undefined;
  }
  const file = isSvg(given) ? await svgAsPng(given) : given;
  if (!file) {
    showToast("error", t("image_undrawn"));
    return undefined;
  }
  const url = URL.createObjectURL(file);
  if (kind !== "image") return { file, preview: { kind, url } };
  const size = await measured(url);
  // Browsers may not draw `bmp` and `pic` files, which are sent anyway. Any other picture that fails is broken.
  if (!size && !/\.(bmp|pic)$/i.test(file.name)) {
    URL.revokeObjectURL(url);
    showToast("error", t("image_only"));
    return undefined;
  }
  return { file, preview: { kind, url, ...size } };
}

function faultWords(fault: ReturnType<typeof sendableFault>) {
  if (fault === "size") return "image_too_big" as const;
  return fault === "notAPicture" ? ("image_only" as const) : ("upload_wrong_type" as const);
}

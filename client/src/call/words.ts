/** The texts of a call: its state, its faults and their remedies. */
import type { TFunction } from "i18next";
import type { Side } from "../wire/call";
import type { DeviceFault } from "./devices";
import type { CallNotice, CallView } from "./view";

export type CallWords = TFunction<"call">;

/** The keys that say what is wrong with a device, and what to do about it. */
const FAULTS = {
  unsupported: { title: "call_unsupported", text: "call_do_browser" },
  noMicrophone: { title: "call_no_microphone", text: "call_do_connect" },
  noCamera: { title: "call_no_camera", text: "call_do_connect" },
  deniedMicrophone: { title: "call_denied_microphone", text: "call_do_allow" },
  deniedCamera: { title: "call_denied_camera", text: "call_do_allow" },
  busyMicrophone: { title: "call_busy_microphone", text: "call_do_free" },
  busyCamera: { title: "call_busy_camera", text: "call_do_free" },
} as const satisfies Record<DeviceFault, NoticeWords>;

/** Says what is wrong with a device, and what to do about it. */
export function faultWords(t: CallWords, fault: DeviceFault): NoticeWords {
  const { title, text } = FAULTS[fault];
  return { title: t(title), text: t(text) };
}

export type NoticeWords = { title: string; text: string };

/** Says why there is no call. */
export function noticeWords(t: CallWords, notice: CallNotice, side: Side, name: string): NoticeWords {
  const isVisitor = side === "visitor";
  const text = t("call_do_later");
  switch (notice) {
    case "declined":
      return { title: isVisitor ? t("call_declined") : t("call_declined_by", { name }), text };
    case "unanswered":
      return { title: isVisitor ? t("call_unanswered") : t("call_unanswered_by", { name }), text };
    case "failed":
      return { title: t("call_failed"), text };
    case "lost":
      return { title: t("call_lost"), text };
    default:
      return faultWords(t, notice);
  }
}

/** Says the state of the call in one line. */
export function stateWords(t: CallWords, view: CallView, side: Side, name: string): string {
  switch (view.phase) {
    case "asking":
      return t(view.isVideo ? "call_asking_camera" : "call_asking_microphone");
    case "calling":
      return side === "visitor" ? t("call_ringing") : t("call_calling", { name });
    case "ringing":
      return t(view.isVideo ? "call_incoming_video" : "call_incoming_voice", { name });
    case "active":
      if (view.link === "live") return t("call_with", { name });
      return t(view.link === "connecting" ? "call_connecting" : "call_reconnecting");
    default:
      return "";
  }
}

/** Formats a duration: `1:05`, `1:00:05`. */
export function clockWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

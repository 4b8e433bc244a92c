/** The texts of a call: its state, its faults and their remedies. */
import type { TFunction } from "i18next";
import type { Side } from "../wire/call";
import type { DeviceFault } from "./devices";
import type { CallNotice, CallView } from "./view";

export type CallWords = TFunction<"call">;

/** Says what is wrong with a device. */
export function faultWords(t: CallWords, fault: DeviceFault): string {
  switch (fault) {
    case "unsupported":
      return t("call_unsupported");
    case "noMicrophone":
      return t("call_no_microphone");
    case "noCamera":
      return t("call_no_camera");
    case "deniedMicrophone":
      return t("call_denied_microphone");
    case "deniedCamera":
      return t("call_denied_camera");
    case "busyMicrophone":
      return t("call_busy_microphone");
    case "busyCamera":
      return t("call_busy_camera");
    default:
      return fault satisfies never;
  }
}

/** Says what to do about a device fault. */
export function remedyWords(t: CallWords, fault: DeviceFault): string {
  switch (fault) {
    case "unsupported":
      return t("call_do_browser");
    case "noMicrophone":
    case "noCamera":
      return t("call_do_connect");
    case "deniedMicrophone":
    case "deniedCamera":
      return t("call_do_allow");
    case "busyMicrophone":
    case "busyCamera":
      return t("call_do_free");
    default:
      return fault satisfies never;
  }
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
      return { title: faultWords(t, notice), text: remedyWords(t, notice) };
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

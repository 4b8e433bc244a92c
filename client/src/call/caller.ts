/**
 * The one call of a page, from ringing to its end, for visitors and agents alike. Whoever takes a call makes the first
 * offer (decision 0027). A plain function: React shows the view and passes on what is pressed.
 */
import type { CallApi } from "../api/call";
import { ApiError } from "../api/http";
import type { Clock } from "../lib/clock";
import type { CallNews, IceServer, Side } from "../wire/call";
import { DeviceError, type DeviceFault, type Devices } from "./devices";
import { createSpeaking, type Speaking, type SpeakingSetup } from "./speaking";
import { type CallNotice, type CallView, type Incoming, idleView } from "./view";

export type CallerSetup = {
  side: Side;
  api: CallApi;
  devices: Devices;
  clock: Clock;
  /** 0 to 1. */
  random: () => number;
  createPeer: SpeakingSetup["createPeer"];
  change: (view: CallView) => void;
  /** A call that was answered, or that rang here, is over. */
  onOver: () => void;
  /** A second call was asked for. */
  onBusy: () => void;
  /** It begins to ring here. */
  onRing: () => void;
};

export type Caller = {
  call: (partner: string, isVideo: boolean) => Promise<void>;
  /** Takes the call that rings; without the camera where only the voice is wanted. */
  accept: (withCamera: boolean) => Promise<void>;
  /** Not taken, not waited for any longer, or hung up. */
  hangUp: () => void;
  /** Another that rings meanwhile is not taken. */
  declineWaiting: (callId: string) => void;
  toggleMute: () => void;
  toggleCamera: () => void;
  flipCamera: () => void;
  toVoice: () => void;
  /** Puts a notice away. */
  dismiss: () => void;
  /** Tries again what the notice is about. */
  again: () => void;
  /** What a poll told, in order. */
  hear: (news: CallNews, partner: string) => void;
  /** The page goes: the other side hears it at once, not when the server misses it. */
  leave: () => void;
};

type Ringing = Incoming & { iceServers: readonly IceServer[] };

export function createCaller(setup: CallerSetup): Caller {
  const { side, api, clock } = setup;
  let view = idleView;
  let speaking: Speaking | undefined;
  let waiting: readonly Ringing[] = [];
  let iceServers: readonly IceServer[] = [];
  /** What the attempt under way is about: an answer that comes after it was given up changes nothing. */
  let attempt = 0;
  let retry = () => {};
  /** What was told of a call whose invitation is not answered yet: the poll may be quicker. */
  let early: readonly CallNews[] = [];

  const show = (change: Partial<CallView>) => {
    view = { ...view, ...change };
    setup.change(view);
  };
  const isHere = (callId: string) => view.callId !== "" && view.callId === callId;

  /** Everything of the call goes; `notice` stands until it is put away. */
  const end = (notice: CallNotice | undefined) => {
    attempt += 1;
    speaking?.end();
    speaking = undefined;
    const { partner, isVideo } = view;
    retry = () => void call(partner, isVideo);
    const [next, ...others] = waiting;
    if (notice === undefined && next) {
      waiting = others;
      ring(next);
      return;
    }
    view = { ...idleView, waiting };
    if (notice) show({ phase: "notice", notice, partner, isVideo });
    else setup.change(view);
  };

  const ring = (call: Ringing) => {
    iceServers = call.iceServers;
    view = { ...idleView, waiting };
    show({ phase: "ringing", callId: call.callId, partner: call.partner, isVideo: call.isVideo });
    setup.onRing();
  };

  const hangUpAt = (callId: string, isLeaving = false) => {
    // A call that is not there any more is what was wanted; one whose end cannot be said ends by silence.
    if (callId !== "") api.hangUp(callId, isLeaving).catch(() => undefined);
  };

  /** Opens what is spoken into; nothing when it was given up meanwhile, or cannot be had. */
  const prepare = async (
    isVideo: boolean,
    mine: number,
    onFault: (fault: DeviceFault) => void,
  ): Promise<Speaking | undefined> => {
    try {
      const opened = await setup.devices.open(isVideo);
      if (mine !== attempt) {
        for (const track of opened.stream.getTracks()) track.stop();
        return undefined;
      }
      return createSpeaking({
        ...setup,
        opened,
        isPolite: side === "visitor",
        view: () => view,
        show,
        onLost: (why) => {
          hangUpAt(view.callId);
          end(why);
        },
      });
    } catch (cause) {
      if (!(cause instanceof DeviceError)) throw cause;
      if (mine === attempt) onFault(cause.fault);
      return undefined;
    }
  };

  const call = async (partner: string, isVideo: boolean) => {
    if (view.phase !== "idle" && view.phase !== "notice") {
      setup.onBusy();
      return;
    }
    const mine = ++attempt;
    view = { ...idleView, waiting };
    early = [];
    show({ phase: "asking", partner, isVideo });
    const fresh = await prepare(isVideo, mine, end);
    if (!fresh) return;
    speaking = fresh;
    try {
      const answer = await api.invite(partner, isVideo);
      if (mine !== attempt) {
        hangUpAt(answer.id);
        return;
      }
      iceServers = answer.iceServers;
      waiting = waiting.filter((one) => one.callId !== answer.id);
      show({ phase: "calling", callId: answer.id, isVideo: answer.isVideo, waiting });
      const told = early.filter((one) => one.callId === answer.id);
      early = [];
      for (const news of told) hear(news, partner);
    } catch (cause) {
      if (mine === attempt) end(noticeOf(cause));
    }
  };

  const accept = async (withCamera: boolean) => {
    if (view.phase !== "ringing") return;
    const { callId, isVideo } = view;
    const mine = ++attempt;
    show({ phase: "asking", fault: undefined });
    // It still rings at the other's: whoever has no microphone at hand tries again.
    const onFault = (fault: DeviceFault) => show({ phase: "ringing", fault });
    const fresh = await prepare(isVideo && withCamera, mine, onFault);
    if (!fresh) return;
    speaking = fresh;
    try {
      await api.answer(callId);
      if (mine !== attempt) return;
      if (!withCamera) show({ isVideo: false });
      begin(true);
      if (isVideo && !withCamera) speaking.toVoice();
    } catch (cause) {
      if (mine === attempt) end(noticeOf(cause));
    }
  };

  const begin = (initiates: boolean) => {
    if (!speaking || speaking.hasBegun()) return;
    show({ phase: "active", since: clock.now(), link: "connecting" });
    speaking.begin({ callId: view.callId, iceServers, initiates });
  };

  const over = (news: Extract<CallNews, { step: "declined" | "ended" }>) => {
    const notice = news.by === side ? undefined : noticeOfEnd(news, view.phase);
    end(notice);
    if (!notice) setup.onOver();
  };

  /** Another call was answered elsewhere, or is over. */
  const noLongerWaiting = (news: CallNews) => {
    if (news.step === "signalled" || !waiting.some((one) => one.callId === news.callId)) return;
    waiting = waiting.filter((one) => one.callId !== news.callId);
    show({ waiting });
  };

  const answered = (news: Extract<CallNews, { step: "answered" }>) => {
    if (view.phase === "calling") {
      if (news.iceServers.length > 0) iceServers = news.iceServers;
      begin(news.by === side);
    }
    // Taken at another desk of the same agent.
    if (view.phase === "ringing") end(undefined);
  };

  const rung = (news: Extract<CallNews, { step: "invited" }>, partner: string) => {
    const { callId, isVideo, iceServers: servers } = news;
    if (news.by === side || isHere(callId)) return;
    const ringing = { callId, partner, isVideo, iceServers: servers };
    if (view.phase === "idle" || view.phase === "notice") {
      attempt += 1;
      ring(ringing);
      return;
    }
    waiting = [...waiting.filter((one) => one.callId !== callId), ringing];
    show({ waiting });
  };

  const hear = (news: CallNews, partner: string) => {
    if (news.step === "invited") {
      rung(news, partner);
      return;
    }
    if (!isHere(news.callId)) {
      if (view.phase === "asking" && view.callId === "") early = [...early, news];
      noLongerWaiting(news);
      return;
    }
    if (news.step === "answered") answered(news);
    else if (news.step === "signalled" && news.by !== side) {
      if (view.phase === "calling") begin(false);
      speaking?.hear(news.signal);
    } else if (news.step === "declined" || news.step === "ended") over(news);
  };

  return {
    call,
    accept,
    hangUp() {
      const { phase, callId } = view;
      if (phase === "idle" || phase === "notice") return;
      hangUpAt(callId);
      end(undefined);
      setup.onOver();
    },
    declineWaiting(callId) {
      hangUpAt(callId);
      waiting = waiting.filter((one) => one.callId !== callId);
      show({ waiting });
    },
    toggleMute: () => speaking?.toggleMute(),
    toggleCamera: () => speaking?.toggleCamera(),
    flipCamera: () => speaking?.flipCamera(),
    toVoice: () => speaking?.toVoice(),
    dismiss() {
      if (view.phase === "notice") end(undefined);
    },
    again: () => retry(),
    hear,
    leave() {
      if (view.phase !== "calling" && view.phase !== "active") return;
      hangUpAt(view.callId, true);
      end(undefined);
    },
  };
}

function noticeOf(cause: unknown): CallNotice {
  if (!(cause instanceof ApiError)) throw cause;
  return "failed";
}

/** What is worth a notice; anything else is said in passing. */
function noticeOfEnd(
  news: Extract<CallNews, { step: "declined" | "ended" }>,
  phase: CallView["phase"],
): CallNotice | undefined {
  if (news.step === "declined") return "declined";
  if (news.why === "unanswered") return phase === "calling" ? "unanswered" : undefined;
  return news.why === "vanished" || news.why === "restart" ? "lost" : undefined;
}

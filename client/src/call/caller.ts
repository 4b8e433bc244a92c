/**
 * Runs the page's one call, from ringing to its end, for visitors and agents alike. The side that answers a call makes
 * the first offer (decision 0027). A plain function: React renders the view and forwards clicks.
 */
import type { CallApi } from "../api/call";
import { ApiError } from "../api/http";
import type { Clock } from "../lib/clock";
import type { CallNews, IceServer, Side } from "../wire/call";
import { DeviceError, type DeviceFault, type Devices } from "./devices";
import { createMediaSession, type MediaSession, type MediaSessionSetup } from "./mediaSession";
import { type CallNotice, type CallView, type Incoming, idleView } from "./view";

export type CallerSetup = {
  side: Side;
  api: CallApi;
  devices: Devices;
  clock: Clock;
  /** 0 to 1. */
  random: () => number;
  createPeer: MediaSessionSetup["createPeer"];
  change: (view: CallView) => void;
  /** A call that was answered, or that rang here, has ended. */
  onOver: () => void;
  /** The user started a second call during a call. */
  onBusy: () => void;
  /** A call starts to ring here. */
  onRing: () => void;
};

export type Caller = {
  call: (partner: string, isVideo: boolean) => Promise<void>;
  /** Answers the ringing call; without the camera if the user wants voice only. */
  accept: (withCamera: boolean) => Promise<void>;
  /** Declines, cancels or hangs up the call, depending on its phase. */
  hangUp: () => void;
  /** Declines another call that rings during this one. */
  declineWaiting: (callId: string) => void;
  toggleMute: () => void;
  toggleCamera: () => void;
  flipCamera: () => void;
  toVoice: () => void;
  /** Dismisses a notice. */
  dismiss: () => void;
  /** Retries the call that the notice is about. */
  again: () => void;
  /** Takes one call event from a poll. Events must arrive in order. */
  receive: (news: CallNews, partner: string) => void;
  /** The page closes: hangs up at once, so that the other side need not wait for the server's timeout. */
  leave: () => void;
};

type Ringing = Incoming & { iceServers: readonly IceServer[] };

export function createCaller(setup: CallerSetup): Caller {
  const { side, api, clock } = setup;
  let view = idleView;
  let session: MediaSession | undefined;
  let waiting: readonly Ringing[] = [];
  let iceServers: readonly IceServer[] = [];
  /** Number of the current attempt. A result that arrives after the attempt was given up is ignored. */
  let attempt = 0;
  let retry = () => {};
  /** Events that arrived before the response to the invitation: the poll may be faster. */
  let early: readonly CallNews[] = [];

  const show = (change: Partial<CallView>) => {
    view = { ...view, ...change };
    setup.change(view);
  };
  const isHere = (callId: string) => view.callId !== "" && view.callId === callId;

  /** Releases everything the call holds. `notice` stays until the user dismisses it. */
  const end = (notice: CallNotice | undefined) => {
    attempt += 1;
    session?.end();
    session = undefined;
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
    // An unknown call has already ended. If the request fails, the server ends the call by timeout.
    if (callId !== "") api.hangUp(callId, isLeaving).catch(() => undefined);
  };

  /** Opens the devices. Returns undefined if the attempt was given up meanwhile or a device is missing. */
  const prepare = async (
    isVideo: boolean,
    mine: number,
    onFault: (fault: DeviceFault) => void,
  ): Promise<MediaSession | undefined> => {
    try {
      const opened = await setup.devices.open(isVideo);
      if (mine !== attempt) {
        for (const track of opened.stream.getTracks()) track.stop();
        return undefined;
      }
      return createMediaSession({
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
    session = fresh;
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
      for (const news of told) receive(news, partner);
    } catch (cause) {
      if (mine === attempt) end(noticeOf(cause));
    }
  };

  const accept = async (withCamera: boolean) => {
    if (view.phase !== "ringing") return;
    const { callId, isVideo } = view;
    const mine = ++attempt;
    show({ phase: "asking", fault: undefined });
    // The other side still rings, so a user without a microphone can try again.
    const onFault = (fault: DeviceFault) => show({ phase: "ringing", fault });
    const fresh = await prepare(isVideo && withCamera, mine, onFault);
    if (!fresh) return;
    session = fresh;
    try {
      await api.answer(callId);
      if (mine !== attempt) return;
      if (!withCamera) show({ isVideo: false });
      begin(true);
      if (isVideo && !withCamera) session.toVoice();
    } catch (cause) {
      if (mine === attempt) end(noticeOf(cause));
    }
  };

  const begin = (initiates: boolean) => {
    if (!session || session.hasBegun()) return;
    show({ phase: "active", since: clock.now(), link: "connecting" });
    session.begin({ callId: view.callId, iceServers, initiates });
  };

  const over = (news: Extract<CallNews, { step: "declined" | "ended" }>) => {
    const notice = news.by === side ? undefined : noticeOfEnd(news, view.phase);
    end(notice);
    if (!notice) setup.onOver();
  };

  /** Removes a waiting call that was answered elsewhere or has ended. */
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
    // The call was answered on another desk of the same agent.
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

  const receive = (news: CallNews, partner: string) => {
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
      session?.receive(news.signal);
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
    toggleMute: () => session?.toggleMute(),
    toggleCamera: () => session?.toggleCamera(),
    flipCamera: () => session?.flipCamera(),
    toVoice: () => session?.toVoice(),
    dismiss() {
      if (view.phase === "notice") end(undefined);
    },
    again: () => retry(),
    receive,
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

/** Returns the notice for an end that needs one. Other ends are only a toast. */
function noticeOfEnd(
  news: Extract<CallNews, { step: "declined" | "ended" }>,
  phase: CallView["phase"],
): CallNotice | undefined {
  if (news.step === "declined") return "declined";
  if (news.why === "unanswered") return phase === "calling" ? "unanswered" : undefined;
  return news.why === "vanished" || news.why === "restart" ? "lost" : undefined;
}

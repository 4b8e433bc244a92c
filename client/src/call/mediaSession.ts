/**
 * Owns the devices and the connection of one call, and handles trouble with either. It connects when the call is
 * answered; before that, it only holds the devices open.
 */
import type { CallApi } from "../api/call";
import type { Clock } from "../lib/clock";
import type { IceServer, Signal } from "../wire/call";
import { DeviceError, type Devices, type Facing, type Opened } from "./devices";
import type { createPeer, Link, Peer } from "./peer";
import { createSignalQueue, type SignalQueue } from "./signalQueue";
import type { CallNotice, CallView } from "./view";

/** Time limit for two browsers to connect, at the start and after a loss. */
const LOOKS_FOR_MS = 20_000;
/** A lost connection often comes back by itself. After this time, ICE restarts. */
const RESTART_AFTER_MS = 2_000;
/** The other browser has closed the connection. Wait this long for the server to say why; then the page is gone. */
const FAREWELL_MS = 3_000;

export type MediaSessionSetup = {
  opened: Opened;
  devices: Devices;
  createPeer: typeof createPeer;
  api: CallApi;
  clock: Clock;
  /** 0 to 1. */
  random: () => number;
  isPolite: boolean;
  view: () => CallView;
  show: (change: Partial<CallView>) => void;
  /** The connection is lost and further attempts are useless. */
  onLost: (why: CallNotice) => void;
};

export type MediaSession = {
  begin: (call: { callId: string; iceServers: readonly IceServer[]; initiates: boolean }) => void;
  hasBegun: () => boolean;
  receive: (signal: Signal) => void;
  toggleMute: () => void;
  toggleCamera: () => void;
  flipCamera: () => void;
  toVoice: () => void;
  /** Releases the devices and the connection. */
  end: () => void;
};

export function createMediaSession(setup: MediaSessionSetup): MediaSession {
  const { devices, show, view, clock } = setup;
  const { stream: local, cameraFault } = setup.opened;
  let peer: Peer | undefined;
  let outbox: SignalQueue | undefined;
  let facing: Facing = "user";
  let isOver = false;
  let looking = new AbortController();
  /** Number of the current attempt to open the camera: only its result is used. */
  let cameraAttempt = 0;

  show({ local, hasOwnPicture: local.getVideoTracks().length > 0, fault: cameraFault });
  void devices.cameras().then(
    (count) => isOver || show({ canFlip: count > 1 }),
    () => undefined,
  );
  for (const track of local.getTracks()) watch(track);

  const tell = () => peer?.tell({ isMuted: view().isMuted, hasPicture: view().hasOwnPicture });

  function onLink(link: Link) {
    if (isOver) return;
    if (link === "lost" && view().link === "reconnecting") {
      // The browser gave up while a reconnect runs: restart ICE at once, and keep the original time limit.
      peer?.restart();
      return;
    }
    looking.abort();
    looking = new AbortController();
    if (link === "live") {
      show({ link: "live" });
      tell();
    } else if (link === "lost") {
      show({ link: "reconnecting" });
      void lookAnew(looking.signal);
      void giveUpAfter(LOOKS_FOR_MS, "lost", looking.signal);
    } else if (link === "closed") void giveUpAfter(FAREWELL_MS, "lost", looking.signal);
    else void giveUpAfter(LOOKS_FOR_MS, "failed", looking.signal);
  }

  async function lookAnew(signal: AbortSignal) {
    await clock.sleep(RESTART_AFTER_MS, signal);
    if (!signal.aborted) peer?.restart();
  }

  async function giveUpAfter(ms: number, why: CallNotice, signal: AbortSignal) {
    await clock.sleep(ms, signal);
    if (!signal.aborted && !isOver) setup.onLost(why);
  }

  /** When a device is unplugged, takes another microphone, or shows that the device is missing. */
  function watch(track: MediaStreamTrack) {
    track.onended = () => {
      if (isOver || !local.getTracks().includes(track)) return;
      local.removeTrack(track);
      if (track.kind === "video") {
        show({ hasOwnPicture: false, fault: "noCamera" });
        tell();
      } else void openMicrophone();
    };
  }

  async function openMicrophone() {
    try {
      await put("audio", await devices.microphone());
      show({ fault: undefined });
    } catch (cause) {
      if (!(cause instanceof DeviceError)) throw cause;
      if (!isOver) show({ fault: cause.fault });
    }
  }

  async function put(kind: "audio" | "video", track: MediaStreamTrack) {
    if (isOver) {
      track.stop();
      return;
    }
    if (kind === "audio") track.enabled = !view().isMuted;
    local.addTrack(track);
    watch(track);
    await peer?.replace(kind, track);
  }

  function stopCamera() {
    cameraAttempt += 1;
    for (const track of local.getVideoTracks()) {
      track.stop();
      local.removeTrack(track);
    }
    void peer?.replace("video", null).catch(() => undefined);
    show({ hasOwnPicture: false });
    tell();
  }

  async function startCamera() {
    cameraAttempt += 1;
    const mine = cameraAttempt;
    try {
      const track = await devices.camera(facing);
      if (mine !== cameraAttempt) {
        track.stop();
        return;
      }
      await put("video", track);
      if (isOver || !view().isVideo) return stopCamera();
      show({ hasOwnPicture: true, facesSelf: facing === "user", fault: undefined });
      tell();
    } catch (cause) {
      if (!(cause instanceof DeviceError)) throw cause;
      if (!isOver && mine === cameraAttempt) show({ fault: cause.fault });
    }
  }

  const becomeVoice = () => {
    show({ isVideo: false, hasPicture: false, fault: undefined });
    stopCamera();
  };
  const onNetwork = () => peer?.restart();

  return {
    begin({ callId, iceServers, initiates }) {
      const fresh = createSignalQueue({
        ...setup,
        send: (signal) => setup.api.signal(callId, signal),
        onRefused: () => void giveUpAfter(FAREWELL_MS, "lost", looking.signal),
      });
      outbox = fresh;
      peer = setup.createPeer({
        iceServers,
        initiates,
        isPolite: setup.isPolite,
        isVideo: view().isVideo,
        local,
        send: fresh.send,
        onRemote: (remote) => show({ remote }),
        onLink,
        onNews: ({ isMuted, hasPicture }) =>
          show({ isOtherMuted: isMuted, hasPicture: hasPicture && view().isVideo }),
      });
      window.addEventListener("online", onNetwork);
      onLink("connecting");
    },
    hasBegun: () => peer !== undefined,
    receive(signal) {
      if (signal.kind === "toVoice") becomeVoice();
      else peer?.receive(signal);
    },
    toggleMute() {
      const isMuted = !view().isMuted;
      for (const track of local.getAudioTracks()) track.enabled = !isMuted;
      show({ isMuted });
      tell();
    },
    toggleCamera() {
      if (view().hasOwnPicture) stopCamera();
      else void startCamera();
    },
    flipCamera() {
      facing = facing === "user" ? "environment" : "user";
      // Stop the old camera first: phones cannot open two.
      stopCamera();
      void startCamera();
    },
    toVoice() {
      outbox?.send({ kind: "toVoice", payload: {} });
      becomeVoice();
      peer?.dropPictures();
    },
    end() {
      isOver = true;
      looking.abort();
      window.removeEventListener("online", onNetwork);
      outbox?.end();
      peer?.close();
      for (const track of local.getTracks()) track.stop();
    },
  };
}

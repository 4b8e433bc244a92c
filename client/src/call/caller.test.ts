import { expect, it, vi } from "vitest";
import { ApiError } from "../api/http";
import type { Call, CallNews } from "../wire/call";
import { createCaller } from "./caller";
import { DeviceError, type Devices, type Opened } from "./devices";
import type { PeerSetup } from "./peer";
import { type CallView, idleView } from "./view";

const CALL: Call = { id: "c1", isVideo: false, iceServers: [] };

/** A fake track whose `stop` can be checked. */
function track(kind: "audio" | "video") {
  return { kind, enabled: true, stop: vi.fn(), onended: null };
}

function stream(...tracks: ReturnType<typeof track>[]): Opened["stream"] {
  const of = (kind: string) => tracks.filter((one) => one.kind === kind);
  // The part of a stream that a call uses.
  return {
    getTracks: () => tracks,
    getAudioTracks: () => of("audio"),
    getVideoTracks: () => of("video"),
    addTrack: (one: ReturnType<typeof track>) => tracks.push(one),
    removeTrack: (one: ReturnType<typeof track>) => tracks.splice(tracks.indexOf(one), 1),
  } as unknown as Opened["stream"];
}

/** A page that can call. The test controls its server, devices and connection. */
function page(side: "visitor" | "agent" = "agent", devices: Partial<Devices> = {}) {
  let view: CallView = idleView;
  const microphone = track("audio");
  const begun: PeerSetup[] = [];
  const peer = {
    receive: vi.fn(),
    tell: vi.fn(),
    replace: vi.fn(async () => undefined),
    dropPictures: vi.fn(),
    restart: vi.fn(),
    close: vi.fn(),
  };
  const api = {
    invite: vi.fn(async (_partner: string, isVideo: boolean) => ({ ...CALL, isVideo })),
    answer: vi.fn(async () => undefined),
    hangUp: vi.fn(async () => undefined),
    signal: vi.fn(async () => undefined),
  };
  const onOver = vi.fn();
  const onRing = vi.fn();
  const onBusy = vi.fn();
  const caller = createCaller({
    side,
    api,
    devices: {
      open: async () => ({ stream: stream(microphone), cameraFault: undefined }),
      camera: async () => stream(track("video")).getTracks()[0] as MediaStreamTrack,
      microphone: async () => stream(track("audio")).getTracks()[0] as MediaStreamTrack,
      cameras: async () => 1,
      ...devices,
    },
    // No timeout ever passes: only what the test triggers happens.
    clock: { now: () => 1000, sleep: () => new Promise(() => undefined) },
    random: () => 0.5,
    createPeer: (setup) => {
      begun.push(setup);
      return peer;
    },
    change: (next) => {
      view = next;
    },
    onOver,
    onRing,
    onBusy,
  });
  return { onBusy, caller, api, peer, begun, microphone, onOver, onRing, view: () => view };
}

const invited = (by: "visitor" | "agent", callId = "c1"): CallNews => ({
  step: "invited",
  callId,
  by,
  isVideo: false,
  iceServers: [],
});
const answered = (by: "visitor" | "agent"): CallNews => ({ ...invited(by), step: "answered" }) as CallNews;
const over = (by?: "visitor" | "agent"): CallNews => ({
  step: "ended",
  callId: "c1",
  by,
  why: "hungUp",
  seconds: 5,
});

it("a caller rings the other side and waits for its offer", async () => {
  const { caller, api, begun, view } = page("agent");
  await caller.call("v", false);
  expect(view()).toMatchObject({ phase: "calling", callId: "c1", partner: "v" });
  expect(api.invite).toHaveBeenCalledWith("v", false);

  caller.receive(answered("visitor"), "v");

  expect(view()).toMatchObject({ phase: "active", since: 1000 });
  expect(begun.map((one) => one.initiates)).toEqual([false]);
});

it("the side that answers the call makes the first offer", async () => {
  const { caller, begun, view, onRing } = page("visitor");
  caller.receive(invited("agent"), "mia");
  expect(view()).toMatchObject({ phase: "ringing", callId: "c1" });
  expect(onRing).toHaveBeenCalledOnce();

  await caller.accept(true);

  expect(view().phase).toBe("active");
  expect(begun.map((one) => [one.initiates, one.isPolite])).toEqual([[true, true]]);
});

it("if both call at once and the poll precedes the response, the answering side makes the offer", async () => {
  const { caller, api, begun, view } = page("agent");
  api.invite.mockImplementation(async () => {
    caller.receive(invited("visitor"), "v");
    caller.receive(answered("agent"), "v");
    return CALL;
  });

  await caller.call("v", false);

  expect(view()).toMatchObject({ phase: "active", waiting: [] });
  expect(begun.map((one) => one.initiates)).toEqual([true]);
});

it("a microphone that opens after the caller gave up is released and nobody is invited", async () => {
  let give: (opened: Opened) => void = () => undefined;
  const asked = new Promise<Opened>((resolve) => {
    give = resolve;
  });
  const { caller, api, microphone, view } = page("agent", { open: () => asked });
  const calling = caller.call("v", false);
  expect(view().phase).toBe("asking");

  caller.hangUp();
  give({ stream: stream(microphone), cameraFault: undefined });
  await calling;

  expect(view().phase).toBe("idle");
  expect(microphone.stop).toHaveBeenCalled();
  expect(api.invite).not.toHaveBeenCalled();
});

it("a device fault is shown, and a ringing call keeps ringing until it can be answered", async () => {
  const open = vi.fn<Devices["open"]>().mockRejectedValue(new DeviceError("deniedMicrophone"));
  const { caller, api, view } = page("visitor", { open });
  await caller.call("", false);
  expect(view()).toMatchObject({ phase: "notice", notice: "deniedMicrophone" });
  expect(api.invite).not.toHaveBeenCalled();

  caller.receive(invited("agent"), "mia");
  await caller.accept(true);

  expect(view()).toMatchObject({ phase: "ringing", fault: "deniedMicrophone" });
  expect(api.hangUp).not.toHaveBeenCalled();
  open.mockResolvedValue({ stream: stream(track("audio")), cameraFault: undefined });
  await caller.accept(true);
  expect(view()).toMatchObject({ phase: "active", fault: undefined });
});

it("a declined call is shown until the user dismisses it or calls again", async () => {
  const { caller, api, view, onOver } = page("visitor");
  await caller.call("", false);
  caller.receive({ step: "declined", callId: "c1", by: "agent" }, "mia");
  expect(view()).toMatchObject({ phase: "notice", notice: "declined" });
  expect(onOver).not.toHaveBeenCalled();

  caller.again();
  await vi.waitFor(() => expect(view().phase).toBe("calling"));
  expect(api.invite).toHaveBeenCalledTimes(2);
});

it("the end of a call releases the connection and the microphone", async () => {
  const { caller, peer, microphone, view, onOver } = page("agent");
  await caller.call("v", false);
  caller.receive(answered("visitor"), "v");
  caller.receive(over("visitor"), "v");

  expect(view()).toMatchObject({ phase: "idle", local: undefined });
  expect(peer.close).toHaveBeenCalled();
  expect(microphone.stop).toHaveBeenCalled();
  expect(onOver).toHaveBeenCalledOnce();
});

it("each reason for the end of a call has its own notice", async () => {
  for (const [why, notice] of [
    ["hungUp", undefined],
    ["unanswered", "unanswered"],
    ["vanished", "lost"],
    ["restart", "lost"],
    ["conversationOver", undefined],
  ] as const) {
    const { caller, view } = page("agent");
    await caller.call("v", false);
    caller.receive({ ...over(), why } as CallNews, "v");
    expect(view().notice, why).toBe(notice);
  }
});

it("another visitor's call waits and rings when the first call ends", async () => {
  const { caller, api, view } = page("agent");
  await caller.call("v", false);
  caller.receive(invited("visitor", "c2"), "w");
  caller.receive(invited("visitor", "c3"), "x");
  expect(view().waiting.map((one) => one.partner)).toEqual(["w", "x"]);

  caller.declineWaiting("c3");
  expect(api.hangUp).toHaveBeenLastCalledWith("c3", false);
  caller.hangUp();

  expect(view()).toMatchObject({ phase: "ringing", callId: "c2", partner: "w", waiting: [] });
});

it("a second call during a call is refused as busy", async () => {
  const { caller, api, onBusy } = page("visitor");
  await caller.call("", false);
  await caller.call("", true);

  expect(api.invite).toHaveBeenCalledOnce();
  expect(onBusy).toHaveBeenCalledOnce();
});

it("a call answered on the agent's other desk stops ringing here and sends nothing", () => {
  const { caller, api, view } = page("agent");
  caller.receive(invited("visitor"), "v");
  caller.receive(answered("agent"), "v");
  caller.receive(
    { step: "signalled", callId: "c1", by: "visitor", signal: { kind: "offer", payload: {} } },
    "v",
  );

  expect(view().phase).toBe("idle");
  expect(api.hangUp).not.toHaveBeenCalled();
  expect(api.signal).not.toHaveBeenCalled();
});

it("a call that the server refuses is shown as failed", async () => {
  const { caller, api, view } = page("visitor");
  api.invite.mockRejectedValue(new ApiError("tooMany", "too many requests"));
  await caller.call("", true);

  expect(view()).toMatchObject({ phase: "notice", notice: "failed", local: undefined });
});

it("a page that closes hangs up first", async () => {
  const { caller, api } = page("visitor");
  await caller.call("", false);
  caller.leave();

  expect(api.hangUp).toHaveBeenCalledWith("c1", true);
});

it("switching to voice on either side drops all pictures", async () => {
  const { caller, peer, api, view } = page("agent");
  await caller.call("v", true);
  caller.receive(answered("visitor"), "v");
  expect(view().isVideo).toBe(true);
  caller.receive(
    { step: "signalled", callId: "c1", by: "visitor", signal: { kind: "toVoice", payload: {} } },
    "v",
  );
  expect(view().isVideo).toBe(false);
  expect(peer.replace).toHaveBeenCalledWith("video", null);

  caller.toVoice();
  await vi.waitFor(() => expect(api.signal).toHaveBeenCalledWith("c1", { kind: "toVoice", payload: {} }));
  expect(peer.dropPictures).toHaveBeenCalled();
});

it("a camera that another press replaced is released, so that only one picture is sent", async () => {
  const opened: ((camera: MediaStreamTrack) => void)[] = [];
  const camera = () => new Promise<MediaStreamTrack>((resolve) => opened.push(resolve));
  const { caller, peer, view } = page("agent", { camera });
  await caller.call("v", true);
  caller.receive(answered("visitor"), "v");

  caller.toggleCamera();
  caller.flipCamera();
  const [first, second] = [track("video"), track("video")];
  opened[0]?.(stream(first).getTracks()[0] as MediaStreamTrack);
  opened[1]?.(stream(second).getTracks()[0] as MediaStreamTrack);
  await vi.waitFor(() => expect(view().hasOwnPicture).toBe(true));

  expect(first.stop).toHaveBeenCalled();
  expect(second.stop).not.toHaveBeenCalled();
  expect(view().local?.getVideoTracks()).toEqual([second]);
  expect(peer.replace).toHaveBeenLastCalledWith("video", second);
});

/** Microphone and camera: opened together where they can be, and what is wrong with them said by name. */

/** What stands in the way; each has its own words, and words for what to do. */
export type DeviceFault =
  | "unsupported"
  | "noMicrophone"
  | "noCamera"
  | "deniedMicrophone"
  | "deniedCamera"
  | "busyMicrophone"
  | "busyCamera";

export class DeviceError extends Error {
  readonly fault: DeviceFault;

  constructor(fault: DeviceFault) {
    super(fault);
    this.name = "DeviceError";
    this.fault = fault;
  }
}

/** What was opened. A call with a picture goes on without the caller's own where the camera is not to be had. */
export type Opened = { stream: MediaStream; cameraFault: DeviceFault | undefined };

export type Devices = {
  open: (isVideo: boolean) => Promise<Opened>;
  /** A camera alone; `facing` is the side of a phone it looks to. */
  camera: (facing: Facing) => Promise<MediaStreamTrack>;
  microphone: () => Promise<MediaStreamTrack>;
  /** How many cameras there are. */
  cameras: () => Promise<number>;
};

export type Facing = "user" | "environment";

const SOUND: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

/** 720p where the camera has it: more only costs the other side's line. */
const PICTURE: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** Whether this browser can make calls; a page that is not served safely has no devices. */
function canCall(): boolean {
  return navigator.mediaDevices?.getUserMedia !== undefined && typeof RTCPeerConnection !== "undefined";
}

export const browserDevices: Devices = {
  async open(isVideo) {
    if (!canCall()) throw new DeviceError("unsupported");
    if (!isVideo) return { stream: await sound(), cameraFault: undefined };
    try {
      const video = { ...PICTURE, facingMode: "user" };
      const stream = await navigator.mediaDevices.getUserMedia({ audio: SOUND, video });
      // Some browsers answer with the half they may give.
      return { stream, cameraFault: stream.getVideoTracks().length > 0 ? undefined : "deniedCamera" };
    } catch (cause) {
      // Which of the two it was: a microphone alone is enough to go on.
      const stream = await sound();
      return { stream, cameraFault: faultOf(cause, "Camera") };
    }
  },

  async camera(facing) {
    const video = { ...PICTURE, facingMode: facing };
    return first(await opened({ video }, "Camera"), "noCamera");
  },

  async microphone() {
    return first(await sound(), "noMicrophone");
  },

  async cameras() {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter((device) => device.kind === "videoinput").length;
  },
};

function sound(): Promise<MediaStream> {
  return opened({ audio: SOUND }, "Microphone");
}

async function opened(
  constraints: MediaStreamConstraints,
  device: "Microphone" | "Camera",
): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraints);
  } catch (cause) {
    throw new DeviceError(faultOf(cause, device));
  }
}

function first(stream: MediaStream, fault: DeviceFault): MediaStreamTrack {
  const [track] = stream.getTracks();
  if (!track) throw new DeviceError(fault);
  return track;
}

/** By the names of the Media Capture standard. */
function faultOf(cause: unknown, device: "Microphone" | "Camera"): DeviceFault {
  switch (cause instanceof Error || cause instanceof DOMException ? cause.name : "") {
    case "NotAllowedError":
    case "SecurityError":
      return `denied${device}`;
    case "NotReadableError":
    case "AbortError":
      return `busy${device}`;
    default:
      return `no${device}`;
  }
}

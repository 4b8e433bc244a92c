/** Opens microphone and camera, together if possible, and names the fault if one is missing. */

/** A device fault. Each has its own text and its own remedy. */
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

/** The devices that opened. A video call continues without the user's own picture if the camera is missing. */
export type Opened = { stream: MediaStream; cameraFault: DeviceFault | undefined };

export type Devices = {
  open: (isVideo: boolean) => Promise<Opened>;
  /** Opens a camera only; `facing` selects the phone's front or back camera. */
  camera: (facing: Facing) => Promise<MediaStreamTrack>;
  microphone: () => Promise<MediaStreamTrack>;
  /** Returns the number of cameras. */
  cameras: () => Promise<number>;
};

export type Facing = "user" | "environment";

const SOUND: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

/** 720p if the camera supports it: more would only cost the other side's bandwidth. */
const PICTURE: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** Whether this browser can make calls. A page without HTTPS has no devices. */
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
      // Some browsers return only the track that the user allowed.
      return { stream, cameraFault: stream.getVideoTracks().length > 0 ? undefined : "deniedCamera" };
    } catch (cause) {
      // Finds out which of the two failed: a microphone alone is enough to continue.
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

/** Maps the error names of the Media Capture standard. */
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

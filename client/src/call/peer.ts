/**
 * The connection between two browsers: the "perfect negotiation" pattern (WebRTC 1.0, §10.7), candidates as they are
 * found, and ICE restarts when the connection is lost. It does not know about ringing; `caller.ts` does.
 */
import { isRecord } from "../lib/record";
import type { IceServer, Signal } from "../wire/call";

/** The state of the connection; `closed` if the other browser closed it. */
export type Link = "connecting" | "live" | "lost" | "closed";

/** What one side tells the other about itself. */
export type SelfNews = { isMuted: boolean; hasPicture: boolean };

export type PeerSetup = {
  iceServers: readonly IceServer[];
  /** This side gives way if both make an offer at once. Exactly one side is polite, always the same. */
  isPolite: boolean;
  /** Makes the first offer, with a video transceiver if the call has pictures. */
  initiates: boolean;
  isVideo: boolean;
  local: MediaStream;
  send: (signal: Signal) => void;
  onRemote: (remote: MediaStream) => void;
  onLink: (link: Link) => void;
  onNews: (news: SelfNews) => void;
};

export type Peer = {
  receive: (signal: Signal) => void;
  tell: (news: SelfNews) => void;
  /** Replaces the track that is sent; null means silence or no picture. */
  replace: (kind: "audio" | "video", track: MediaStreamTrack | null) => Promise<void>;
  /** Stops pictures in both directions. */
  dropPictures: () => void;
  /** Looks for a new path after a change of network. */
  restart: () => void;
  close: () => void;
};

/** Id of the only data channel. Both sides know it, so it needs no negotiation. */
const NEWS_CHANNEL = 0;

export function createPeer(setup: PeerSetup): Peer {
  const { isPolite, send } = setup;
  const connection = new RTCPeerConnection({
    iceServers: setup.iceServers.map((server) => ({ ...server })),
    bundlePolicy: "max-bundle",
  });
  const remote = new MediaStream();
  const attachment = attaching(connection, setup);
  let isOffering = false;
  let isTakingAnswer = false;
  let ignoresOffer = false;
  let isClosed = false;

  const describe = async () => {
    try {
      isOffering = true;
      await connection.setLocalDescription();
      tellDescription();
    } finally {
      isOffering = false;
    }
  };
  const tellDescription = () => {
    const description = connection.localDescription;
    if (description?.type === "offer" || description?.type === "answer") {
      send({ kind: description.type, payload: { type: description.type, sdp: description.sdp } });
    }
  };
  const take = async (description: RTCSessionDescriptionInit) => {
    const isReady = !isOffering && (connection.signalingState === "stable" || isTakingAnswer);
    ignoresOffer = !isPolite && description.type === "offer" && !isReady;
    if (ignoresOffer) return;
    isTakingAnswer = description.type === "answer";
    try {
      await connection.setRemoteDescription(description);
    } finally {
      isTakingAnswer = false;
    }
    if (description.type !== "offer") return;
    await attachment.toOffer();
    await connection.setLocalDescription();
    tellDescription();
  };
  const takeCandidate = async (candidate: RTCIceCandidateInit) => {
    try {
      await connection.addIceCandidate(candidate);
    } catch (cause) {
      // A candidate of an ignored offer is meaningless.
      if (!ignoresOffer && !isClosed) console.warn("call: a candidate that cannot be used", cause);
    }
  };

  connection.onnegotiationneeded = () => void describe().catch(broken);
  connection.onicecandidate = ({ candidate }) => {
    if (candidate && candidate.candidate !== "") send({ kind: "candidate", payload: candidate.toJSON() });
  };
  connection.ontrack = ({ track }) => {
    remote.addTrack(track);
    setup.onRemote(remote);
  };
  connection.onconnectionstatechange = () => {
    if (isClosed) return;
    const link = linkOf(connection.connectionState);
    if (link) setup.onLink(link);
  };
  if (setup.initiates) attachment.first();

  function broken(cause: unknown) {
    if (isClosed) return;
    console.warn("call: the browsers do not understand each other", cause);
    setup.onLink("lost");
  }

  return {
    receive({ kind, payload }) {
      if (isClosed || kind === "toVoice") return;
      const taken =
        kind === "candidate"
          ? takeCandidate(payload as RTCIceCandidateInit)
          : take({ type: kind, sdp: sdpOf(payload) });
      taken.catch(broken);
    },
    tell: attachment.tell,
    replace: attachment.replace,
    dropPictures() {
      for (const transceiver of connection.getTransceivers()) {
        if (transceiver.receiver.track.kind === "video") transceiver.direction = "inactive";
      }
    },
    restart: () => {
      if (!isClosed) connection.restartIce();
    },
    close() {
      isClosed = true;
      connection.close();
    },
  };
}

/** Handles the sent tracks, and the data channel for each side's own state. */
function attaching(connection: RTCPeerConnection, setup: PeerSetup) {
  const wanted: Record<"audio" | "video", MediaStreamTrack | null> = {
    audio: setup.local.getAudioTracks()[0] ?? null,
    video: setup.local.getVideoTracks()[0] ?? null,
  };
  let channel: RTCDataChannel | undefined;
  let lastTold: SelfNews | undefined;

  const tell = (news: SelfNews) => {
    lastTold = news;
    if (channel?.readyState === "open") channel.send(JSON.stringify(news));
  };
  const openChannel = () => {
    if (channel) return;
    channel = connection.createDataChannel("self", { negotiated: true, id: NEWS_CHANNEL });
    channel.onopen = () => {
      if (lastTold) tell(lastTold);
    };
    channel.onmessage = ({ data }) => {
      const news = newsOf(data);
      if (news) setup.onNews(news);
    };
    channel.onclose = () => {
      if (connection.connectionState !== "closed") setup.onLink("closed");
    };
  };
  return {
    tell,
    first() {
      for (const kind of setup.isVideo ? (["audio", "video"] as const) : (["audio"] as const)) {
        connection.addTransceiver(wanted[kind] ?? kind, { direction: "sendrecv" });
      }
      openChannel();
    },
    /** Puts the tracks into the transceivers that the offer created. */
    async toOffer() {
      for (const transceiver of connection.getTransceivers()) {
        const { kind } = transceiver.receiver.track;
        if (transceiver.mid === null || (kind !== "audio" && kind !== "video")) continue;
        if (transceiver.currentDirection !== null) continue;
        transceiver.direction = "sendrecv";
        await transceiver.sender.replaceTrack(wanted[kind]);
      }
      openChannel();
    },
    async replace(kind: "audio" | "video", track: MediaStreamTrack | null) {
      wanted[kind] = track;
      for (const { receiver, sender } of connection.getTransceivers()) {
        if (receiver.track.kind === kind) await sender.replaceTrack(track);
      }
    },
  };
}

function linkOf(state: RTCPeerConnectionState): Link | undefined {
  switch (state) {
    case "connected":
      return "live";
    case "disconnected":
    case "failed":
      return "lost";
    default:
      return undefined;
  }
}

function sdpOf(payload: unknown): string {
  return isRecord(payload) && typeof payload.sdp === "string" ? payload.sdp : "";
}

function newsOf(data: unknown): SelfNews | undefined {
  if (typeof data !== "string" || data.length > 1000) return undefined;
  try {
    const read: unknown = JSON.parse(data);
    if (!isRecord(read)) return undefined;
    return { isMuted: read.isMuted === true, hasPicture: read.hasPicture === true };
  } catch {
    return undefined;
  }
}

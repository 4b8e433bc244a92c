/** Measures what really flows between two browsers, by the counters of their connections. */
import { expect, type Frame, type Page } from "@playwright/test";

export type Received = { audioBytes: number; videoBytes: number; frames: number };

declare global {
  interface Window {
    peers: RTCPeerConnection[];
  }
}

/** Keeps every connection that the page makes, so that tests can read its counters. Call it before the page opens. */
export async function keepPeers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.peers = [];
    const Original = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Original {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        window.peers.push(this);
      }
    };
  });
}

/** What the page's newest connection has received. */
export function received(page: Page | Frame): Promise<Received> {
  return page.evaluate(async () => {
    const sum = { audioBytes: 0, videoBytes: 0, frames: 0 };
    const peer = window.peers.at(-1);
    if (!peer || peer.connectionState === "closed") return sum;
    for (const report of (await peer.getStats()).values()) {
      if (report.type !== "inbound-rtp") continue;
      if (report.kind === "audio") sum.audioBytes += report.bytesReceived;
      else {
        sum.videoBytes += report.bytesReceived;
        sum.frames += report.framesDecoded ?? 0;
      }
    }
    return sum;
  });
}

/** Waits until the counters have grown since the call. */
export async function grows(page: Page | Frame, what: readonly (keyof Received)[]): Promise<void> {
  const before = await received(page);
  await expect(async () => {
    const now = await received(page);
    for (const name of what) expect(now[name], name).toBeGreaterThan(before[name]);
  }).toPass({ timeout: 20_000 });
}

/** Whether the page still uses a microphone or a camera. */
export function openConnections(page: Page | Frame): Promise<number> {
  return page.evaluate(() => window.peers.filter((peer) => peer.connectionState !== "closed").length);
}

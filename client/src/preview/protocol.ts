/** What the administration and its preview frame say to each other. Both check the other's window and origin. */

export const PREVIEW_SOURCE = "frontdesk-preview";

export const PREVIEW_STATES = ["chat", "preChat", "waiting", "leave", "rating"] as const;
export type PreviewState = (typeof PREVIEW_STATES)[number];

/** The frame is there, and waits for settings. */
export type PreviewReady = { source: typeof PREVIEW_SOURCE; kind: "ready" };

/** Ctrl/⌘ and S were pressed in the frame. */
export type PreviewSave = { source: typeof PREVIEW_SOURCE; kind: "save" };

/** Shows these settings. */
export type PreviewShow = {
  source: typeof PREVIEW_SOURCE;
  kind: "show";
  /** What channelInfo would respond with. */
  channel: Record<string, unknown>;
  locale: string;
  isPhone: boolean;
  isDark: boolean;
  /** Turns the page around, whatever its language. */
  isRightToLeft: boolean;
  state: PreviewState;
};

export function isPreviewReady(said: unknown): said is PreviewReady {
  return isOurs(said) && said.kind === "ready";
}

export function isPreviewSave(said: unknown): said is PreviewSave {
  return isOurs(said) && said.kind === "save";
}

export function isPreviewShow(said: unknown): said is PreviewShow {
  return isOurs(said) && said.kind === "show";
}

function isOurs(said: unknown): said is { source: string; kind?: unknown } {
  return typeof said === "object" && said !== null && "source" in said && said.source === PREVIEW_SOURCE;
}

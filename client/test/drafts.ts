/** Drafts of channels in memory, as the server keeps them. `shelf` has what is published. */
import { vi } from "vitest";
import type { AdminApi } from "../src/api/admin";
import { ApiError } from "../src/api/http";
import type { ChannelDraft } from "../src/wire/editing";
import type { Thing } from "../src/wire/things";
import type { Shelf } from "./admin";

type Body = {
  channelId: string;
  draft: Record<string, unknown>;
  version?: number;
  draftVersion?: number;
};
type Kept = Omit<ChannelDraft, "version">;

export function fakeDrafts(shelf: Shelf) {
  const drafts = new Map<string, Kept>();
  const wrong: { field: string; message: string }[] = [];
  const find = (id: string): Thing => {
    const channel = shelf.channels?.find((one) => one.channelId === id);
    if (!channel) throw new ApiError("notFound", "not found");
    return channel;
  };
  const conflict = (what: string) => new ApiError("conflict", `${what} is not the newest`, undefined, null);
  const drafted = (id: string, draftVersion?: number): Kept => {
    const draft = drafts.get(id);
    if (!draft) throw new ApiError("notFound", "not found");
    if (draftVersion !== undefined && draftVersion !== draft.draftVersion) throw conflict("draftVersion");
    return draft;
  };
  const shown = (id: string) => ({ ...drafted(id), version: find(id).version });

  const save = ({ channelId, draft, version, draftVersion }: Body, adminId: string) => {
    const before = drafts.get(channelId)?.draftVersion ?? 0;
    if (draftVersion !== undefined && draftVersion !== before) throw conflict("draftVersion");
    const basedOn = version ?? find(channelId).version;
    drafts.set(channelId, {
      draft: { ...draft, channelId },
      draftVersion: before + 1,
      basedOn,
      adminId,
      at: Date.now(),
    });
    return shown(channelId);
  };

  const publish = ({ channelId, draftVersion }: Body): Thing => {
    const draft = drafted(channelId, draftVersion);
    const channel = find(channelId);
    if (draft.basedOn !== channel.version) throw conflict("version");
    if (wrong.length > 0) throw new ApiError("invalid", "some fields are not valid", undefined, wrong);
    const published = { ...draft.draft, version: channel.version + 1 };
    shelf.channels = [published];
    drafts.delete(channelId);
    return published;
  };

  const changes = ({ channelId }: Body) => {
    const { draft, ...versions } = shown(channelId);
    const before = find(channelId);
    const list = Object.keys(draft)
      .filter((field) => JSON.stringify(draft[field]) !== JSON.stringify(before[field]))
      .map((field) => ({ field, before: before[field] ?? null, after: draft[field] }));
    return { list, ...versions };
  };

  const call = vi.fn(async (name: string, sent: unknown) => {
    const body = structuredClone(sent) as Body;
    switch (name) {
      case "channels/getDraft":
        return structuredClone(shown(body.channelId));
      case "channels/saveDraft":
        return structuredClone(save(body, "rowan"));
      case "channels/changes":
        return structuredClone(changes(body));
      case "channels/publish":
        return structuredClone(publish(body));
      case "channels/discardDraft":
        drafted(body.channelId, body.draftVersion);
        drafts.delete(body.channelId);
        return {};
      default:
        throw new ApiError("notFound", name);
    }
  });

  return {
    call: call as unknown as AdminApi["call"],
    asked: call,
    drafts,
    /** What publishing refuses. */
    wrong,
    /** Another administrator saves, without looking. */
    saveAs: (adminId: string, draft: Record<string, unknown>) =>
      save({ channelId: String(draft.channelId), draft }, adminId),
    /** Another administrator publishes. */
    publish: (channelId: string) => publish({ channelId, draft: {} }),
  };
}

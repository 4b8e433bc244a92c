/** A channel with its draft: the form edits the draft, and visitors see the channel until the draft is published. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { AdminApi } from "../../../api/admin";
import { ApiError } from "../../../api/http";
import { useAtomValue } from "../../../state/jotai";
import { type ChannelDraft, channelDraft, draftChanges } from "../../../wire/editing";
import { done, type Thing, thing } from "../../../wire/things";
import type { ThingStore } from "../../form/store";
import { adminApiAtom } from "../../session/services";
import { refusalOf } from "../../things/refusals";
import { thingQuery, useThing } from "../../things/useThings";
import { DraftNote } from "./DraftNote";

/** What the form edits. `version` is that of the channel it started from, `draftVersion` 0 without a draft. */
function editedOf(channel: Thing, draft: ChannelDraft | null): Thing {
  return draft
    ? { ...draft.draft, version: draft.basedOn, draftVersion: draft.draftVersion }
    : { ...channel, draftVersion: 0 };
}

async function readDraft(
  api: AdminApi,
  channelId: string,
  signal?: AbortSignal,
): Promise<ChannelDraft | null> {
  try {
    return await api.call("channels/getDraft", { channelId }, channelDraft, signal ? { signal } : {});
  } catch (cause) {
    if (refusalOf(cause).kind === "gone") return null;
    throw cause;
  }
}

export function useChannelDraft(channelId: string) {
  const api = useAtomValue(adminApiAtom);
  const channel = useThing("channels", { channelId });
  const draft = useQuery({
    queryKey: ["draft", "channels", channelId],
    queryFn: ({ signal }) => readDraft(api, channelId, signal),
  });
  const data = useMemo(
    () =>
      channel.data && draft.data !== undefined
        ? { channel: channel.data, draft: draft.data, edited: editedOf(channel.data, draft.data) }
        : undefined,
    [channel.data, draft.data],
  );
  return {
    data,
    error: channel.error ?? draft.error,
    refetch: () => Promise.all([channel.refetch(), draft.refetch()]),
  };
}

/** Saves to the draft, and publishes it. */
export function useDraftStore(channel: Thing, draft: ChannelDraft | null): ThingStore {
  const api = useAtomValue(adminApiAtom);
  const cache = useQueryClient();
  const channelId = String(channel.channelId);
  // Two drafts are brought together by the published version that they started from.
  const seen = useRef(new Map<number, Thing>());
  seen.current.set(channel.version, channel);

  const keepDraft = (kept: ChannelDraft | null) => {
    cache.setQueryData(["draft", "channels", channelId], kept);
    // The list says which channels have one.
    void cache.invalidateQueries({ queryKey: ["things", "channels"] });
  };
  const keepChannel = (published: Thing): Thing => {
    cache.setQueryData(thingQuery("channels", channelId), published);
    keepDraft(null);
    return editedOf(published, null);
  };

  return {
    save: async ({ version: _, draftVersion: __, ...fields }, from) => {
      const saved = await api.call(
        "channels/saveDraft",
        { channelId, draft: fields, version: from.version, draftVersion: Number(from.draftVersion ?? 0) },
        channelDraft,
      );
      keepDraft(saved);
      return editedOf(channel, saved);
    },
    load: async (from) => {
      const [newest, theirs] = await Promise.all([
        api.get("channels", { channelId }),
        readDraft(api, channelId),
      ]);
      const isOther =
        theirs && (theirs.draftVersion !== from.draftVersion || theirs.basedOn !== from.version);
      return isOther
        ? { theirs: editedOf(newest, theirs), base: from }
        : {
            theirs: { ...newest, draftVersion: theirs?.draftVersion ?? 0 },
            base: seen.current.get(from.version),
          };
    },
    publishing: {
      hasDraft: draft !== null,
      note: draft ? <DraftNote draft={draft} /> : null,
      changes: async (edited) => {
        const found = await api.call("channels/changes", { channelId }, draftChanges);
        const isSeen = found.draftVersion === edited.draftVersion && found.basedOn === edited.version;
        if (!isSeen || found.version > found.basedOn)
          throw new ApiError("conflict", "version is not the newest", undefined, null);
        return found.list;
      },
      publish: async ({ draftVersion }) => {
        const published = await api.call("channels/publish", { channelId, draftVersion }, thing);
        void cache.invalidateQueries({ queryKey: ["start"] });
        return keepChannel(published);
      },
      discard: async ({ draftVersion }) => {
        await api.call("channels/discardDraft", { channelId, draftVersion }, done);
        return keepChannel(await api.get("channels", { channelId }));
      },
    },
  };
}

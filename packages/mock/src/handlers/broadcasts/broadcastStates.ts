import type { Broadcast, BroadcastInput, Channel } from "@crm-platform/types";

interface Creation {
  readonly guid: string;
  readonly accountId: number;
  readonly userId: number;
  readonly clientTag: string | null;
  readonly now: number;
}

/** Drafts have no time. The time of other broadcasts is now by default. */
export function newBroadcast({ triggerAt, status, content }: BroadcastInput, channel: Channel, creation: Creation): Broadcast {
  const isDraft = status === "DRAFT";
  return withFlags({
    broadcastGuid: creation.guid,
    portalId: creation.accountId,
    channelGuid: channel.channelGuid,
    channelKey: channel.channelKey,
    campaignGuid: null,
    clientTag: creation.clientTag,
    createdAt: creation.now,
    userUpdatedAt: creation.now,
    triggerAt: isDraft ? null : (triggerAt ?? creation.now),
    finishedAt: null,
    status: isDraft ? "DRAFT" : "WAITING",
    message: null,
    content: content ?? {},
    remoteContentId: null,
    remoteContentType: null,
    clicks: 0,
    createdBy: creation.userId,
    updatedBy: creation.userId,
    messageText: content?.body ?? null,
    messageUrl: null,
  });
}

/** Nothing runs in the background: a waiting broadcast counts as published once the clock has passed its time. */
export function asOf(broadcast: Broadcast, now: number): Broadcast {
  const { status, triggerAt, createdAt = 0, broadcastGuid } = broadcast;
  if (status !== "WAITING" || typeof triggerAt !== "number") return withFlags(broadcast);
  const finishedAt = Math.max(triggerAt, createdAt);
  if (now <= finishedAt) return withFlags(broadcast);
  return withFlags({
    ...broadcast,
    status: "SUCCESS",
    finishedAt,
    // The mock has no network that would assign another id.
    remoteContentId: broadcastGuid,
    remoteContentType: "post",
    messageUrl: `https://social.example/posts/${broadcastGuid}`,
  });
}

export function canceled(broadcast: Broadcast, userId: number, now: number): Broadcast {
  return withFlags({ ...broadcast, status: "CANCELED", userUpdatedAt: now, updatedBy: userId });
}

/** Derives the flags from the status, and ignores those of a seed. */
function withFlags(broadcast: Broadcast): Broadcast {
  const { status } = broadcast;
  return { ...broadcast, isPending: status === "WAITING", isPublished: status === "SUCCESS", isFailed: status === "ERROR_FATAL" };
}

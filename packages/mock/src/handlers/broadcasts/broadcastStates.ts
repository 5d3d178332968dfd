import type { Broadcast, BroadcastInput, Channel } from "@crm-platform/types";

interface Creation {
  readonly guid: string;
  readonly accountId: number;
  readonly userId: number;
  readonly clientTag: string | null;
  readonly now: number;
}

/** Drafts have no `triggerAt`. For other broadcasts, it is the current time by default. */
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

/** Returns the broadcast at the given time. Nothing runs in the background: the status is derived from the clock. */
export function asOf(broadcast: Broadcast, now: number): Broadcast {
  const { status, triggerAt, createdAt = 0, broadcastGuid } = broadcast;
  if (status !== "WAITING" || typeof triggerAt !== "number") return withFlags(broadcast);
  const finishedAt = Math.max(triggerAt, createdAt);
  if (now <= finishedAt) return withFlags(broadcast);
  return withFlags({
    ...broadcast,
    status: "SUCCESS",
    finishedAt,
    // The id that a social network would assign.
    remoteContentId: broadcastGuid,
    remoteContentType: "post",
    messageUrl: `https://social.example/posts/${broadcastGuid}`,
  });
}

export function canceled(broadcast: Broadcast, userId: number, now: number): Broadcast {
  return withFlags({ ...broadcast, status: "CANCELED", userUpdatedAt: now, updatedBy: userId });
}

/** Derives the flags from the status, and ignores flags in seeded broadcasts. */
function withFlags(broadcast: Broadcast): Broadcast {
  const { status } = broadcast;
  return { ...broadcast, isPending: status === "WAITING", isPublished: status === "SUCCESS", isFailed: status === "ERROR_FATAL" };
}

import type { Broadcast, BroadcastInput, Channel } from "@crm-platform/types";

interface Creation {
  readonly guid: string;
  readonly accountId: number;
  readonly userId: number;
  readonly clientTag: string | null;
  readonly now: number;
}

/** A draft has no `triggerAt`. For other broadcasts, the default is the current time. */
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

/** The status is derived from the clock, because the mock runs nothing in the background. */
export function asOf(broadcast: Broadcast, now: number): Broadcast {
  const { status, triggerAt, createdAt = 0, broadcastGuid } = broadcast;
  if (status !== "WAITING" || typeof triggerAt !== "number") return withFlags(broadcast);
  const finishedAt = Math.max(triggerAt, createdAt);
  if (now <= finishedAt) return withFlags(broadcast);
  return withFlags({
    ...broadcast,
    status: "SUCCESS",
    finishedAt,
    // A social network would assign this id.
    remoteContentId: broadcastGuid,
    remoteContentType: "post",
    messageUrl: `https://social.example/posts/${broadcastGuid}`,
  });
}

export function cancel(broadcast: Broadcast, userId: number, now: number): Broadcast {
  return withFlags({ ...broadcast, status: "CANCELED", userUpdatedAt: now, updatedBy: userId });
}

/** Sets the flags according to the status, even those of seeded broadcasts. */
function withFlags(broadcast: Broadcast): Broadcast {
  const { status } = broadcast;
  return { ...broadcast, isPending: status === "WAITING", isPublished: status === "SUCCESS", isFailed: status === "ERROR_FATAL" };
}

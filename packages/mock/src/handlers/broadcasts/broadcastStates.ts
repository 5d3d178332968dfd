import type { Broadcast, BroadcastInput, Channel } from "@crm-platform/types";

interface Creation {
  readonly guid: string;
  readonly accountId: number;
  readonly userId: number;
  /** The name of the app that creates it. */
  readonly clientTag: string | null;
  readonly now: number;
}

/** A broadcast as it begins: a draft without a moment, or waiting for its moment, which is now when none is given. */
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

/**
 * A stored broadcast as it is at a moment. Nothing runs in the background: one that waits is published as soon as the clock
 * has gone past its moment, and the answer to its creation comes before that, whatever the moment. (assumed)
 */
export function asOf(broadcast: Broadcast, now: number): Broadcast {
  const { status, triggerAt, createdAt = 0, broadcastGuid } = broadcast;
  if (status !== "WAITING" || typeof triggerAt !== "number") return withFlags(broadcast);
  const finishedAt = Math.max(triggerAt, createdAt);
  if (now <= finishedAt) return withFlags(broadcast);
  return withFlags({
    ...broadcast,
    status: "SUCCESS",
    finishedAt,
    // There is no network here that could give it another id.
    remoteContentId: broadcastGuid,
    remoteContentType: "post",
    messageUrl: `https://social.example/posts/${broadcastGuid}`,
  });
}

export function canceled(broadcast: Broadcast, userId: number, now: number): Broadcast {
  return withFlags({ ...broadcast, status: "CANCELED", userUpdatedAt: now, updatedBy: userId });
}

/** The flags only repeat the status, so they are never taken from a seed. */
function withFlags(broadcast: Broadcast): Broadcast {
  const { status } = broadcast;
  return { ...broadcast, isPending: status === "WAITING", isPublished: status === "SUCCESS", isFailed: status === "ERROR_FATAL" };
}

import type { Context } from "../platform/context.ts";
import type { StoredBroadcast } from "../store/documents/documents.ts";
import { asOf, cancel, newBroadcast } from "./broadcasts/broadcastStates.ts";
import { compareValues } from "./common/filters.ts";
import { existing, invalidValue } from "./common/problems.ts";
import { type HandlersOfArea, reads, writes } from "./handlers.ts";

export const broadcasts: HandlersOfArea<"broadcasts"> = {
  // The list includes inactive channels.
  "broadcasts.listChannels": reads(async (_request, { store }) => {
    const channels = await store.documents.list("channel");
    return { status: 200, body: channels.map(({ document }) => document) };
  }),
  "broadcasts.list": reads(async ({ query }, { store, now }) => {
    const { status, since, channelGuid, limit } = query;
    const documents = await store.documents.list("broadcast");
    // The newest broadcasts come first, so that `limit` selects the latest ones.
    const matches = documents
      .toSorted(({ document: left }, { document: right }) => byCreation(right, left))
      .map(({ document }) => asOf(document.broadcast, now))
      .filter((broadcast) => status === undefined || broadcast.status === status)
      .filter((broadcast) => channelGuid === undefined || broadcast.channelGuid === channelGuid)
      .filter(({ createdAt = 0 }) => since === undefined || createdAt >= since);
    return { status: 200, body: matches.slice(0, limit) };
  }),
  "broadcasts.create": writes(async ({ body }, context) => {
    const { store, now, accountId } = context;
    const channel = await store.documents.get("channel", body.channelGuid);
    if (!channel) throw invalidValue("channelGuid", "reference", "must be the id of a channel of this account", body.channelGuid);
    if (!channel.active) throw invalidValue("channelGuid", "active", "must be the id of an active channel", body.channelGuid);
    const { app: calling, userId } = context.caller;
    const app = calling && (await store.documents.get("app", calling.clientId));
    const broadcast = newBroadcast(body, channel, {
      guid: await context.ids.uuid(),
      accountId,
      userId,
      clientTag: app?.name ?? null,
      now,
    });
    const document = { number: await context.ids.number(), broadcast };
    await store.documents.put("broadcast", [{ key: broadcast.broadcastGuid, document }]);
    return { status: 201, body: broadcast };
  }),
  "broadcasts.get": reads(async ({ path }, context) => {
    const { broadcast } = await existingBroadcast(path.broadcastGuid, context);
    return { status: 200, body: broadcast };
  }),
  "broadcasts.delete": writes(async ({ path }, context) => {
    const { number, broadcast } = await existingBroadcast(path.broadcastGuid, context);
    // Published and canceled broadcasts are returned unchanged.
    if (broadcast.status !== "WAITING" && broadcast.status !== "DRAFT") return { status: 200, body: broadcast };
    const body = cancel(broadcast, context.caller.userId, context.now);
    await context.store.documents.put("broadcast", [{ key: path.broadcastGuid, document: { number, broadcast: body } }]);
    return { status: 200, body };
  }),
};

async function existingBroadcast(broadcastGuid: string, { store, now }: Context): Promise<StoredBroadcast> {
  const document = existing(await store.documents.get("broadcast", broadcastGuid), "No broadcast has this id.");
  return { ...document, broadcast: asOf(document.broadcast, now) };
}

/** Orders broadcasts by time and number, because a frozen clock gives all broadcasts the same creation time. */
function byCreation(left: StoredBroadcast, right: StoredBroadcast): number {
  return compareValues(left.broadcast.createdAt, right.broadcast.createdAt) || left.number - right.number;
}

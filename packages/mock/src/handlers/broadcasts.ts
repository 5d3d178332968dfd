import type { Broadcast } from "@crm-platform/types";
import { invalidRequest, Refusal } from "../contract/refusal.ts";
import type { Context } from "../platform/context.ts";
import { asOf, canceled, newBroadcast } from "./broadcastStates.ts";
import { compareValues } from "./filters.ts";
import type { HandlersOfArea } from "./handlers.ts";

export const broadcasts: HandlersOfArea<"broadcasts"> = {
  // behaviour.md, 10. Channels that are not active are listed, too: `active` tells.
  "broadcasts.listChannels": {
    kind: "reads",
    async run(_request, { store }) {
      const channels = await store.documents.list("channel");
      return { status: 200, body: channels.map(({ document }) => document) };
    },
  },
  "broadcasts.list": {
    kind: "reads",
    async run({ query }, { store, now }) {
      const { status, since = 0, channelGuid, limit } = query;
      const stored = await store.documents.list("broadcast");
      const found = stored
        .map(({ document }) => asOf(document, now))
        .filter((broadcast) => status === undefined || broadcast.status === status)
        .filter((broadcast) => channelGuid === undefined || broadcast.channelGuid === channelGuid)
        .filter(({ createdAt = 0 }) => createdAt >= since);
      // `limit` is meant to keep the latest ones, so those come first.
      found.sort((left, right) => compareValues(right.createdAt, left.createdAt));
      return { status: 200, body: found.slice(0, limit) };
    },
  },
  "broadcasts.create": {
    kind: "writes",
    async run({ body }, context) {
      const { store, now, accountId } = context;
      const channel = await store.documents.get("channel", body.channelGuid);
      if (!channel) throw wrongChannel("reference", "channelGuid must be the id of a channel of this account");
      if (!channel.active) throw wrongChannel("active", "channelGuid must be the id of an active channel");
      const app = await store.documents.get("app", context.caller.clientId);
      const broadcast = newBroadcast(body, channel, {
        guid: await context.ids.uuid(),
        accountId,
        userId: context.caller.userId,
        clientTag: app?.name ?? null,
        now,
      });
      await store.documents.put("broadcast", [{ key: broadcast.broadcastGuid, document: broadcast }]);
      return { status: 201, body: broadcast };
    },
  },
  "broadcasts.get": {
    kind: "reads",
    async run({ path }, context) {
      return { status: 200, body: await existing(path.broadcastGuid, context) };
    },
  },
  "broadcasts.delete": {
    kind: "writes",
    async run({ path }, context) {
      const broadcast = await existing(path.broadcastGuid, context);
      // What was published cannot be taken back, and a repeat changes nothing: both get the broadcast as it is.
      if (broadcast.status !== "WAITING" && broadcast.status !== "DRAFT") return { status: 200, body: broadcast };
      const document = canceled(broadcast, context.caller.userId, context.now);
      await context.store.documents.put("broadcast", [{ key: path.broadcastGuid, document }]);
      return { status: 200, body: document };
    },
  },
};

async function existing(broadcastGuid: string, { store, now }: Context): Promise<Broadcast> {
  const broadcast = await store.documents.get("broadcast", broadcastGuid);
  if (!broadcast) throw new Refusal("OBJECT_NOT_FOUND", "There is no broadcast with this id.");
  return asOf(broadcast, now);
}

function wrongChannel(code: string, message: string): Refusal {
  return invalidRequest([{ in: "channelGuid", code, message }]);
}

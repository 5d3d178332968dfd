import type { Command } from "./commands.ts";
import { associate, dissociate, listAssociations, readAssociations, readTypes } from "./modelAssociations.ts";
import { authorize, clientToken, deleteRefresh, exchange, introspect, metadata, refresh, revoke, use } from "./modelOauth.ts";
import {
  archive,
  archiveMeetings,
  createMeeting,
  idOf,
  keyOf,
  merge,
  readMeetings,
  searchMeetings,
  seed,
  updateMeeting,
  writeMeetings,
} from "./modelRecords.ts";
import { type AccessModel, type AccountModel, type BroadcastModel, type Made, make, type Sent, type State } from "./state.ts";

// All other commands fail when the caller's access token has expired.
const withoutToken: readonly Command["type"][] = [
  "seed",
  "authorize",
  "exchange",
  "refresh",
  "deleteRefresh",
  "metadata",
  "introspect",
  "revoke",
  "clientToken",
  "use",
  "advance",
  "look",
  "restore",
];

function expired({ isAlive }: AccessModel): unknown {
  return { status: 401, category: isAlive ? "EXPIRED_AUTHENTICATION" : "INVALID_AUTHENTICATION" };
}

export function needsToken({ type }: Command): boolean {
  return !withoutToken.includes(type);
}

/**
 * Returns the expected response, in which a set represents a list in any order.
 * @param chosen the object that the command selected before it started
 */
export function apply(account: AccountModel, command: Command, chosen: Made | undefined, saved: readonly State[]): unknown {
  if (needsToken(command) && account.caller.expiresAt <= account.now) return expired(account.caller);
  const { state } = account;
  switch (command.type) {
    case "seed":
      return seed(account, command);
    case "createMeeting":
      return createMeeting(account, command);
    case "updateMeeting":
      return updateMeeting(account, command);
    case "writeMeetings":
      return writeMeetings(account, command);
    case "archive":
      return archive(account, `${command.objectType}/${command.id}`);
    case "archiveCreated":
      return archive(account, chosen ? keyOf(chosen) : "");
    case "archiveMeetings":
      return archiveMeetings(account, command);
    case "merge":
      return merge(account, command);
    case "searchMeetings":
      return searchMeetings(account, command);
    case "readMeetings":
      return readMeetings(account, command);
    case "associate":
      return associate(account, command);
    case "dissociate":
      return dissociate(account, command);
    case "readAssociations":
      return readAssociations(account, command);
    case "readTypes":
      return readTypes(account, command);
    case "listAssociations":
      return listAssociations(account, command);
    case "authorize":
      return authorize(account, command);
    case "exchange":
      return exchange(account, command, chosen);
    case "refresh":
      return refresh(account, command, chosen);
    case "deleteRefresh":
      return deleteRefresh(account, chosen);
    case "metadata":
      return metadata(account, chosen);
    case "introspect":
      return introspect(account, chosen);
    case "revoke":
      return revoke(account, chosen);
    case "clientToken":
      return clientToken(account);
    case "use":
      return use(account, chosen);
    case "advance":
      account.now += command.milliseconds;
      return { status: 200 };
    case "send":
      return send(account, command);
    case "createSmtp": {
      const token = { userName: make(account), campaign: command.campaign };
      state.smtp.set(token.userName.made, token);
      return { status: 200, ...token, number: make(account), password: make(account) };
    }
    case "resetSmtp":
      if (!chosen || !state.smtp.has(chosen.made)) return { status: 404, category: "OBJECT_NOT_FOUND" };
      return { status: 200, ...state.smtp.get(chosen.made), password: make(account), hash: make(account) };
    case "listSmtp":
      return { status: 200, tokens: new Set(state.smtp.values()) };
    case "defineEvent": {
      const name = command.name ?? command.label.toLowerCase().replace(" ", "_");
      if (state.events.has(name)) return { status: 409, category: "CONFLICT" };
      state.events.set(name, { name, id: make(account) });
      return { status: 201, ...state.events.get(name), fullyQualifiedName: `pe${account.accountId}_${name}` };
    }
    case "createBroadcast": {
      const triggerAt = command.draft ? null : account.now + command.after;
      const finishedAt = Math.max(account.now, triggerAt ?? 0);
      const broadcast = { guid: make(account), status: command.draft ? "DRAFT" : "WAITING", triggerAt, finishedAt };
      state.broadcasts.set(broadcast.guid.made, broadcast);
      return { status: 201, guid: broadcast.guid, is: broadcast.status };
    }
    case "getBroadcast":
    case "deleteBroadcast": {
      const broadcast = state.broadcasts.get(chosen?.made ?? 0);
      if (!broadcast) return { status: 404, category: "OBJECT_NOT_FOUND" };
      const isOpen = ["DRAFT", "WAITING"].includes(statusOf(broadcast, account.now));
      const changed = command.type === "deleteBroadcast" && isOpen ? { ...broadcast, status: "CANCELED" } : broadcast;
      state.broadcasts.set(changed.guid.made, changed);
      return { status: 200, guid: changed.guid, is: statusOf(changed, account.now) };
    }
    case "listBroadcasts": {
      const found = [...state.broadcasts.values()].filter((broadcast) => statusOf(broadcast, account.now) === command.status);
      return { status: 200, guids: new Set(found.map(({ guid }) => guid)) };
    }
    case "look":
      return { status: 200, ...shown(state) };
    case "restore":
      account.state = structuredClone(saved.at(-1 - (command.pick % saved.length)) as State);
      return { status: 204 };
  }
}

/** Returns the state in the form of a snapshot. */
export function shown(state: State): Readonly<Record<string, unknown>> {
  return {
    records: new Set([...state.records].map(([key, record]) => ({ type: key.replace(/\/.*/, ""), id: idOf(key), ...record }))),
    links: new Set(state.links),
    sendIds: new Set([...state.sendIds].map(([sendId, { status: _, ...sent }]) => ({ sendId, ...sent }))),
    outbox: state.outbox,
    smtp: new Set(state.smtp.values()),
    eventIds: state.events.size,
    events: new Set(state.events.values()),
    broadcasts: new Set([...state.broadcasts.values()].map(({ guid, status }) => ({ guid, is: status }))),
  };
}

function statusOf({ status, finishedAt }: BroadcastModel, now: number): string {
  return status === "WAITING" && now > finishedAt ? "SUCCESS" : status;
}

function send(account: AccountModel, { emailId, to, sendId, firstname, code }: Extract<Command, { type: "send" }>): unknown {
  const { state } = account;
  const first = state.sendIds.get(sendId ?? "");
  if (first) return first;
  if (emailId === 2) return { status: 400, category: "VALIDATION_ERROR" };
  const response = deliver();
  if (sendId !== undefined) state.sendIds.set(sendId, response);
  return response;

  function deliver(): Sent {
    if (to === "unknown") return { status: 200, result: "INVALID_TO_ADDRESS" };
    if (to.startsWith("gone")) return { status: 200, result: "PREVIOUSLY_BOUNCED" };
    if (emailId === 3 && !code) return { status: 200, result: "MISSING_TEMPLATE_PROPERTIES" };
    const event = make(account);
    state.outbox.push({ emailId, to, event });
    if (firstname !== undefined) setFirstname(to.toLowerCase(), firstname);
    return { status: 200, result: "SENT", event };
  }

  function setFirstname(email: string, value: string): void {
    const { firstname: earlier = [] } = state.records.get(`contacts/${email}`)?.values ?? {};
    const values = { email: [email], firstname: earlier[0] === value ? earlier : [value, ...earlier] };
    state.records.set(`contacts/${email}`, { archivedAt: null, values });
  }
}

import type { Command } from "./commands.ts";
import { associate, dissociate, listAssociations, readAssociations, readTypes } from "./modelAssociations.ts";
import { createSmtp, deleteSmtp, getSmtp, listSmtp, resetSmtp, send } from "./modelEmail.ts";
import { defineEvent, deleteEvent, readOccurrences, sendOccurrences, shownEvents, updateEvent } from "./modelEvents.ts";
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
import { type AccessModel, type AccountModel, type BroadcastModel, type Made, make, type State } from "./state.ts";

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

/** Returns the expected response; a set is a list in any order. @param chosen the object that the command selected before it started */
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
    case "createSmtp":
      return createSmtp(account, command);
    case "resetSmtp":
      return resetSmtp(account, command, chosen);
    case "getSmtp":
      return getSmtp(account, chosen);
    case "deleteSmtp":
      return deleteSmtp(account, chosen);
    case "listSmtp":
      return listSmtp(account, command);
    case "defineEvent":
      return defineEvent(account, command);
    case "updateEvent":
      return updateEvent(account, command);
    case "deleteEvent":
      return deleteEvent(account, command);
    case "sendOccurrences":
      return sendOccurrences(account, command);
    case "readOccurrences":
      return readOccurrences(account, command);
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

export function shown(state: State): Readonly<Record<string, unknown>> {
  return {
    records: new Set([...state.records].map(([key, record]) => ({ type: key.replace(/\/.*/, ""), id: idOf(key), ...record }))),
    links: new Set(state.links),
    sendIds: new Set([...state.sendIds].map(([sendId, sent]) => ({ sendId, ...sent }))),
    outbox: state.outbox,
    smtp: new Set(state.smtp.values()),
    ...shownEvents(state),
    broadcasts: new Set([...state.broadcasts.values()].map(({ guid, status }) => ({ guid, is: status }))),
  };
}

function statusOf({ status, finishedAt }: BroadcastModel, now: number): string {
  return status === "WAITING" && now > finishedAt ? "SUCCESS" : status;
}

import type { Call, Platform, TestAccount, TestResponse } from "../behavior/platform.ts";
import type { Command, CommandOf, OAuthVersion } from "./commands.ts";
import { described } from "./described.ts";
import { kindNamed } from "./kinds.ts";
import { observedState } from "./observe.ts";
import { associate, listAssociations, readAssociations, readTypes } from "./performAssociations.ts";
import { createSmtp, deleteSmtp, getSmtp, listSmtp, resetSmtp, send } from "./performEmail.ts";
import { defineEvent, deleteEvent, readOccurrences, sendOccurrences, updateEvent } from "./performEvents.ts";
import {
  archive,
  archiveMeetings,
  createMeeting,
  merge,
  readMeetings,
  searchMeetings,
  seedOf,
  updateMeeting,
  writeMeetings,
} from "./performRecords.ts";

export const redirectUris: readonly string[] = ["https://one.example/back", "https://two.example/back"];
export const channelGuid = "8d0a4c6e-1f72-4b95-a3d8-5e9c7b2f6014";

export interface Caller {
  readonly platform: Platform;
  readonly account: TestAccount;
  readonly token: string;
  readonly now: number;
  readonly chosen: string;
  readonly saved: readonly unknown[];
}

export async function perform(command: Command, caller: Caller): Promise<unknown> {
  const { account, chosen, now, platform } = caller;
  const call = (request: Call) => platform.call({ token: caller.token, ...request });
  const control = `/__mock/v1/accounts/${account.accountId}`;
  switch (command.type) {
    case "seed":
      return described(await platform.call({ method: "POST", path: `${control}/seed`, body: seedOf(command, now) }));
    case "createMeeting":
      return createMeeting(command, call);
    case "updateMeeting":
      return updateMeeting(command, call);
    case "writeMeetings":
      return writeMeetings(command, call);
    case "archive":
      return archive(command.objectType, command.id, call);
    case "archiveCreated":
      return archive("meetings", chosen, call);
    case "archiveMeetings":
      return archiveMeetings(command, call);
    case "merge":
      return merge(command, call);
    case "searchMeetings":
      return searchMeetings(command, call);
    case "readMeetings":
      return readMeetings(command, call);
    case "associate":
    case "dissociate":
      return associate(command, call);
    case "readAssociations":
      return readAssociations(command, call);
    case "readTypes":
      return readTypes(command, call);
    case "listAssociations":
      return listAssociations(command, kindNamed(command.kind), call);
    case "authorize":
      return authorize(command, caller);
    case "exchange":
      return token(
        caller,
        command.version,
        { grant_type: "authorization_code", code: chosen, redirect_uri: redirectUris[command.redirect] ?? "" },
        command.secret,
      );
    case "refresh":
      return token(caller, command.version, { grant_type: "refresh_token", refresh_token: chosen }, true);
    case "deleteRefresh":
      return described(await platform.call({ method: "DELETE", path: `/oauth/v1/refresh-tokens/${chosen}` }));
    case "metadata":
      return described(await platform.call({ path: `/oauth/v1/access-tokens/${chosen}` }), ({ body }) => ({
        token: body.token,
        hubId: body.hub_id,
        expiresIn: body.expires_in,
      }));
    case "introspect":
      return described(await asClient(caller, "/introspect", { token: chosen }), ({ body }) => ({
        active: body.active,
        use: body.token_use,
        token: body.token,
        hubId: body.hub_id,
        expiresIn: body.expires_in,
      }));
    case "revoke":
      return described(await asClient(caller, "/revoke", { token: chosen }));
    case "clientToken":
      return described(await asClient(caller, "", { grant_type: "client_credentials", scope: "content" }), ({ body }) => ({
        access: body.access_token,
      }));
    case "use":
      return described(await platform.call({ path: "/cos-domains/v1/domains", token: chosen }));
    case "advance":
      return described(await platform.call({ method: "PUT", path: `${control}/clock`, body: { advance: command.milliseconds } }));
    case "send":
      return send(command, call);
    case "createSmtp":
      return createSmtp(command, call);
    case "resetSmtp":
      return resetSmtp(command, chosen, call);
    case "getSmtp":
      return getSmtp(chosen, call);
    case "deleteSmtp":
      return deleteSmtp(chosen, call);
    case "listSmtp":
      return listSmtp(command, call);
    case "defineEvent":
      return defineEvent(command, call);
    case "updateEvent":
      return updateEvent(command, call);
    case "deleteEvent":
      return deleteEvent(command, call);
    case "sendOccurrences":
      return sendOccurrences(command, account, now, call);
    case "readOccurrences":
      return readOccurrences(command, account, call);
    case "createBroadcast": {
      const moment = command.draft ? { status: "DRAFT" } : { triggerAt: now + command.after };
      return described(await call({ path: "/broadcast/v1/broadcasts", body: { channelGuid, ...moment } }), broadcastOf);
    }
    case "getBroadcast":
      return described(await call({ path: `/broadcast/v1/broadcasts/${chosen}` }), broadcastOf);
    case "deleteBroadcast":
      return described(await call({ method: "DELETE", path: `/broadcast/v1/broadcasts/${chosen}` }), broadcastOf);
    case "listBroadcasts":
      return described(await call({ path: "/broadcast/v1/broadcasts", query: { status: command.status } }), ({ body }) => ({
        guids: body.map((broadcast: { broadcastGuid: string }) => broadcast.broadcastGuid),
      }));
    case "look":
      return described(await platform.call({ path: `${control}/snapshot` }), ({ body }) => observedState(body));
    case "restore": {
      const body = caller.saved.at(-1 - (command.pick % caller.saved.length));
      return described(await platform.call({ method: "PUT", path: `${control}/snapshot`, body }));
    }
  }
}

async function authorize({ scopes, redirect }: CommandOf<"authorize">, { platform, account }: Caller): Promise<unknown> {
  const query = {
    client_id: account.app.clientId,
    redirect_uri: redirectUris[redirect] ?? "",
    scopes: scopes.join(" "),
    decision: "approve",
  };
  return described(await platform.call({ path: "/oauth/authorize", query }), ({ headers }) => {
    const [location, parameters] = (headers.get("location") ?? "").split("?");
    return { redirect: redirectUris.indexOf(location ?? ""), code: new URLSearchParams(parameters).get("code") };
  });
}

function asClient({ platform, account: { app } }: Caller, path: string, fields: Readonly<Record<string, string>>): Promise<TestResponse> {
  const form = { client_id: app.clientId, client_secret: app.clientSecret, ...fields };
  return platform.call({ path: `/oauth/2026-03/token${path}`, form });
}

async function token(
  { platform, account: { app } }: Caller,
  version: OAuthVersion,
  grant: Readonly<Record<string, string>>,
  hasSecret: boolean,
): Promise<unknown> {
  const form = { ...grant, client_id: app.clientId, client_secret: hasSecret ? app.clientSecret : "wrong" };
  return described(await platform.call({ path: `/oauth/${version}/token`, form }), ({ body }) => ({
    refresh: body.refresh_token,
    access: body.access_token,
    ...("code" in grant ? { scopes: body.scopes } : {}),
  }));
}

function broadcastOf({ body }: TestResponse): { guid: string; is: string } {
  return { guid: body.broadcastGuid, is: body.status };
}

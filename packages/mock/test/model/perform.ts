import type { Call, Platform, TestAccount, TestResponse } from "../behaviour/rows.ts";
import type { Command, OAuthVersion } from "./commands.ts";
import { described } from "./described.ts";
import { kindNamed } from "./kinds.ts";
import { observedState } from "./observe.ts";
import { associate, listAssociations, readAssociations, readTypes } from "./performAssociations.ts";
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
    case "createSmtp": {
      const body = { createdBy: "owner@hub.example", campaignName: command.campaign };
      return described(await call({ path: "/email/public/v1/smtpapi/tokens", body }), (response) => ({
        ...smtpTokenOf(response.body),
        number: response.body.emailCampaignId,
        password: response.body.password,
      }));
    }
    case "resetSmtp":
      return described(
        await call({ method: "POST", path: `/email/public/v1/smtpapi/tokens/${encodeURIComponent(chosen)}/password-reset` }),
        ({ body }) => ({
          ...smtpTokenOf(body),
          password: body.password,
          hash: body.passwordHash,
        }),
      );
    case "listSmtp":
      return described(await call({ path: "/email/public/v1/smtpapi/tokens" }), ({ body }) => ({ tokens: body.map(smtpTokenOf) }));
    case "defineEvent":
      return described(
        await call({ path: "/events/2026-03/event-definitions", body: { label: command.label, name: command.name } }),
        ({ body }) => ({
          name: body.name,
          id: body.id,
          fullyQualifiedName: body.fullyQualifiedName,
        }),
      );
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

async function authorize({ scopes, redirect }: Extract<Command, { type: "authorize" }>, { platform, account }: Caller): Promise<unknown> {
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

async function send(
  { emailId, to, sendId, firstname, code }: Extract<Command, { type: "send" }>,
  call: (request: Call) => Promise<TestResponse>,
): Promise<unknown> {
  const contactProperties = firstname === undefined ? [] : [{ name: "firstname", value: firstname }];
  const customProperties = code ? [{ name: "code", value: "7" }] : [];
  const body = { emailId, message: { to, sendId }, contactProperties, customProperties };
  return described(await call({ path: "/email/public/v1/singleEmail/send", body }), (response) => ({
    result: response.body.sendResult,
    event: response.body.eventId?.id,
  }));
}

function smtpTokenOf({ userName, campaignName }: { userName: string; campaignName: string }): { userName: string; campaign: string } {
  return { userName, campaign: campaignName };
}

function broadcastOf({ body }: TestResponse): { guid: string; is: string } {
  return { guid: body.broadcastGuid, is: body.status };
}

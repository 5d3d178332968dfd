import type { CommandOf } from "./commands.ts";
import { described, type Send } from "./described.ts";
import type { EmailVersion } from "./emailCommands.ts";

const tokens: Readonly<Record<EmailVersion, string>> = {
  v1: "/email/public/v1/smtpapi/tokens",
  "2026-03": "/marketing/transactional/2026-03/smtp-tokens",
};

export async function send({ version, emailId, to, sendId, firstname, code }: CommandOf<"send">, call: Send): Promise<unknown> {
  const contactProperties = firstname === undefined ? {} : { firstname };
  const customProperties = code ? { code: "7" } : {};
  const message = { to, sendId };
  if (version === "v1") {
    const properties = { contactProperties: pairs(contactProperties), customProperties: pairs(customProperties) };
    const response = await call({ path: "/email/public/v1/singleEmail/send", body: { emailId, message, ...properties } });
    return described(response, ({ body }) => ({ result: body.sendResult, event: body.eventId?.id }));
  }
  const body = { emailId, message, contactProperties, customProperties };
  return described(await call({ path: "/marketing/transactional/2026-03/single-email/send", body }), (response) => ({
    result: response.body.sendResult,
    event: response.body.eventId?.id,
    is: response.body.status,
    statusId: response.body.statusId,
    requestedAt: Date.parse(response.body.requestedAt),
    completedAt: Date.parse(response.body.completedAt),
  }));
}

function pairs(values: Readonly<Record<string, string>>): object[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

export async function createSmtp({ version, campaign }: CommandOf<"createSmtp">, call: Send): Promise<unknown> {
  const own = version === "v1" ? { createdBy: "owner@hub.example" } : { createContact: false };
  return described(await call({ path: tokens[version], body: { campaignName: campaign, ...own } }), ({ body }) => ({
    ...tokenOf(body),
    number: String(body.emailCampaignId),
    password: body.password,
  }));
}

export async function resetSmtp({ version }: CommandOf<"resetSmtp">, chosen: string, call: Send): Promise<unknown> {
  const response = await call({ method: "POST", path: `${tokens[version]}/${encodeURIComponent(chosen)}/password-reset` });
  return described(response, ({ body }) => ({ ...tokenOf(body), password: body.password, hash: body.passwordHash }));
}

export async function getSmtp(chosen: string, call: Send): Promise<unknown> {
  return described(await call({ path: `${tokens["2026-03"]}/${encodeURIComponent(chosen)}` }), ({ body }) => tokenOf(body));
}

export async function deleteSmtp(chosen: string, call: Send): Promise<unknown> {
  return described(await call({ method: "DELETE", path: `${tokens["2026-03"]}/${encodeURIComponent(chosen)}` }));
}

export async function listSmtp({ version }: CommandOf<"listSmtp">, call: Send): Promise<unknown> {
  return described(await call({ path: tokens[version] }), ({ body }) => ({ tokens: (body.results ?? body).map(tokenOf) }));
}

interface SeenToken {
  readonly id?: string;
  readonly userName?: string;
  readonly campaignName: string;
  readonly deleted?: boolean;
}

function tokenOf({ id, userName, campaignName, deleted }: SeenToken): object {
  return { userName: userName ?? id, campaign: campaignName, isDeleted: deleted };
}

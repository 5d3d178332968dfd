import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../workspace.ts";

const account = "/console/accounts/4815162";
const install =
  "/oauth/authorize?client_id=6c1f0d2e-8a41-4b7c-9e55-000004815162&scopes=tickets%20content&optional_scopes=social&state=s1" +
  "&redirect_uri=https%3A%2F%2Ftraildesk.example%2Foauth%2Fcallback";

export function consolePages({
  request,
  email,
  delivery,
}: Readonly<Record<"request" | "email" | "delivery", number>>): Readonly<Record<string, string>> {
  return {
    "console-requests": "/console",
    "console-request": `/console/requests/${request}`,
    "console-versions": "/console/versions",
    "console-accounts": "/console/accounts",
    "console-clock": "/console/clock",
    "console-faults": "/console/faults",
    "console-oauth": "/console/oauth",
    "console-account": account,
    "console-timeline": `${account}/timeline`,
    "console-timeline-of-record": `${account}/timeline?record=contacts/3101`,
    "console-account-requests": `${account}/requests`,
    "console-outbox": `${account}/outbox`,
    "console-email": `${account}/outbox/${email}`,
    "console-email-text": `${account}/outbox/${email}?view=text`,
    "console-email-headers": `${account}/outbox/${email}?view=headers`,
    "console-email-data": `${account}/outbox/${email}?view=data`,
    "console-note": `${account}/clock?done=freeze`,
    "console-records": `${account}/records`,
    "console-record": `${account}/records/0-5/9601`,
    "console-record-new": `${account}/records?new=tickets`,
    "console-record-edit": `${account}/records/0-5/9601?edit`,
    "console-record-archived": `${account}/records/tickets/9602`,
    "console-association": `${account}/records/contacts/3101/associations/companies/5201`,
    "console-association-without-labels": `${account}/records/contacts/3102/associations/tickets/9601`,
    "console-labels": `${account}/labels`,
    "console-labels-of-pair": `${account}/labels?fromObjectType=contacts&toObjectType=companies`,
    "console-label": `${account}/labels/1201`,
    "console-events": `${account}/events`,
    "console-events-of-one": `${account}/events?event=pe4815162_sensor_registered`,
    "console-email-templates": `${account}/email-templates`,
    "console-properties": `${account}/properties?type=tickets`,
    "console-properties-built-in": `${account}/properties?type=tickets&show=built-in`,
    "console-pipelines": `${account}/pipelines?type=deals`,
    "console-subscriptions": `${account}/webhooks/subscriptions`,
    "console-smtp-tokens": `${account}/smtp-tokens`,
    "console-domains": `${account}/domains`,
    "console-webhooks": `${account}/webhooks`,
    "console-webhook": `${account}/webhooks/${delivery}`,
    "console-tokens": `${account}/tokens`,
    "console-account-clock": `${account}/clock`,
    "console-account-faults": `${account}/faults`,
    "console-snapshots": `${account}/snapshots`,
    "console-differences": `${account}/snapshots/differences?from=before%20the%20migration`,
    "console-missing": "/console/nothing",
  };
}

export const oauthPages: Readonly<Record<string, string>> = {
  "oauth-sign-in": install,
  "oauth-mistake": "/oauth/authorize?client_id=unknown",
  "oauth-callback": "/oauth/callback?code=na1-0&state=s1",
  "oauth-callback-refused": "/oauth/callback?error=access_denied&error_description=the%20user%20denied%20access",
};

export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  const files = await readdir(join(root, "packages/mock/reference"));
  // The pages of other operations, object types and areas have the same layout.
  const others = [
    "operations/index.html",
    "operations/records/index.html",
    "operations/oauth/createToken.html",
    "operations/records/search.html",
  ];
  const pages = [...files.filter((name) => name.endsWith(".html")), ...others, "properties/contacts.html", "fidelity/records.html"];
  return Object.fromEntries(pages.map((name) => [`reference-${name.replace(".html", "")}`, `/docs/${name === "index.html" ? "" : name}`]));
}

import type { Broadcast, Channel, Domain, Page, SmtpToken } from "@crm-platform/types";
import type { AccountState } from "../../generated/control/schemas.ts";
import { answerExample } from "./documentExamples.ts";

interface Listed<Item> {
  readonly objects: readonly Item[];
}

/** The email, the website and the channel of the story. What the document shows in its answers is what there is. */
export function demoContent(): AccountState {
  const pages = ["published", "drafts"].flatMap((name) => (answerExample("/content/api/v2/pages", name) as Listed<Page>).objects);
  const domains = (answerExample("/cos-domains/v1/domains", "all") as Listed<Domain>).objects;
  const tokens = answerExample("/email/public/v1/smtpapi/tokens", "tokens") as readonly SmtpToken[];
  const channels = answerExample("/broadcast/v1/channels/setting/publish/current", "oneChannel") as readonly Channel[];
  const broadcasts = ["waiting", "published"].map((name) => answerExample("/broadcast/v1/broadcasts/{broadcastGuid}", name) as Broadcast);
  return {
    emails: [
      {
        id: 68420157,
        name: "Ticket received",
        from: sender,
        subject: "We have your ticket",
        body: "We have your ticket {{ ticket_subject }}.",
      },
      { id: 68420158, name: "Calibration reminder", from: sender, body: null },
      { id: 68420159, name: "Replacement shipped", from: sender, requiredProperties: ["tracking_number"] },
    ],
    blockedDomains: ["blocked.example"],
    bouncedAddresses: ["former.workshop@larkspurbikes.example"],
    spamAddresses: ["office@larkspurbikes.example"],
    smtpTokens: [...tokens.map(({ portalId: _account, ...token }) => token), shipmentNotices],
    pages: [...pages],
    domains: [...domains],
    channels: [...channels],
    broadcasts,
  };
}

const sender = "support@haldeninstruments.example";

// The document lists the tokens before this one is made, and resets its password after.
const shipmentNotices = {
  userName: "p4z6c1v8ry@4815162.smtp.crm-platform.example",
  emailCampaignId: 14862054,
  createdAt: 1776672000000,
  createdBy: "mara.lindqvist@haldeninstruments.example",
  appId: 27314,
  campaignName: "Shipment notices",
};

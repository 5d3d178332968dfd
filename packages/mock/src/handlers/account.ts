import type { AccountDetails } from "@crm-platform/types";
import type { Context } from "../platform/context.ts";
import { endOfDay, usageOn } from "../platform/rateLimits.ts";
import { defaultDetails } from "./common/defaultDetails.ts";
import { timestampOf } from "./common/timestamps.ts";
import { type HandlersOfArea, reads } from "./handlers.ts";

export const account: HandlersOfArea<"account"> = {
  "account.getDetails": reads(async (_, context) => ({ status: 200, body: detailsOf(context) })),
  "account.getDailyUsage": reads(async (_, { store, profile, now }) => {
    const windows = await store.documents.list("rateWindow");
    const usage = {
      name: "private-apps-api-calls-daily",
      currentUsage: windows.reduce((sum, { document }) => sum + usageOn(document, now), 0),
      usageLimit: profile.dailyLimit,
      resetsAt: timestampOf(endOfDay(now)),
      collectedAt: timestampOf(now),
      fetchStatus: "SUCCESS",
    };
    return { status: 200, body: { results: [usage] } };
  }),
};

export const accountV1: HandlersOfArea<"accountV1"> = {
  "accountV1.getDetails": reads(async (_, context) => {
    const { portalId, timeZone, companyCurrency: currency, utcOffset, utcOffsetMilliseconds } = detailsOf(context);
    return { status: 200, body: { portalId, timeZone, currency, utcOffset, utcOffsetMilliseconds } };
  }),
};

function detailsOf({ accountId, profile, now }: Context): AccountDetails {
  const { accountType, timeZone, companyCurrency } = { ...defaultDetails, ...profile };
  const utcOffset = offsetOf(timeZone, now);
  return {
    portalId: accountId,
    accountType,
    timeZone,
    companyCurrency,
    additionalCurrencies: [],
    utcOffset,
    utcOffsetMilliseconds: millisecondsOf(utcOffset),
    uiDomain: "app.crm-platform.example",
    dataHostingLocation: "na1",
  };
}

/** Returns for example `+02:00`. */
function offsetOf(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(now);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return name.replace("GMT", "") || "+00:00";
}

function millisecondsOf(offset: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(":").map(Number);
  return (offset.startsWith("-") ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

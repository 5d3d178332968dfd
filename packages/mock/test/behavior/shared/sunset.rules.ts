import { expect } from "vitest";
import { rule, rules } from "../rules.ts";

// Each row contains the interface, its sunset date, its replacement and its path prefixes (platform description, Versioning 4).
const gone: readonly (readonly [string, string, string, ...string[]])[] = [
  ["HubDB v2", "2024-12-16", "Use HubDB v3.", "/hubdb/api/v1", "/hubdb/api/v2"],
  ["CMS performance", "2024-04-09", "Use the analytics API.", "/cms/v3/performance"],
  ["Ecommerce bridge", "2023-02-28", "Use the CRM v3 APIs, authenticated by an app.", "/extensions/ecomm/v1", "/extensions/ecomm/v2"],
  ["Accounting extension", "2023-02-28", "Use the CRM v3 APIs, authenticated by an app.", "/crm/v3/extensions/accounting"],
  ["Marketing calendar", "2023-08-31", "There is no replacement.", "/calendar/v1"],
];

rules("shared", {
  "sunset-interfaces": rule(
    "A request to a sunset interface returns 410 with the category SUNSET_INTERFACE. The message names the interface, the date and the " +
      "replacement.",
    "assumed",
  )(async ({ call }) => {
    for (const [name, date, advice, ...prefixes] of gone) {
      for (const path of prefixes.flatMap((prefix) => [prefix, `${prefix}/`, `${prefix}/anything/else`])) {
        for (const method of ["GET", "DELETE"]) {
          const { status, body } = await call({ method, path });
          const message = `${name} ended on ${date}. ${advice}`;
          expect([path, status, body.category, body.message]).toEqual([path, 410, "SUNSET_INTERFACE", message]);
        }
      }
      // A prefix matches only whole path segments.
      for (const prefix of prefixes) expect((await call({ path: `${prefix}0` })).status).toBe(404);
    }
  }),
  "sunset-by-date": rule("The mock treats the paths of a sunset interface as unknown until its sunset date.", {
    grade: "assumed",
    source: "platform description, Versioning",
  })(async ({ account }) => {
    const one = await account();
    await one.freeze("2023-08-30T23:59:59.999Z");
    expect((await one.call({ path: "/calendar/v1/events" })).status).toBe(404);
    await one.advance(1);
    expect((await one.call({ path: "/calendar/v1/events" })).status).toBe(410);
  }),
});

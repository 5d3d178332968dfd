import { expect } from "vitest";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { createDefinition, definitionResponse } from "./calls.ts";

const listed = ["APPOINTMENT", "COMPANY", "CONTACT", "COURSE", "DEAL", "LEAD", "LISTING", "ORDER", "PROJECT", "SERVICE", "TICKET"];

rules("eventDefinitions", {
  "events-primary-object-by-default": rule("The default primary object is CONTACT.", {
    grade: "described",
    source: "platform description, Custom event definition",
  })(async (platform) => expect((await createDefinition(platform, {})).primaryObject).toBe("CONTACT")),
  "events-primary-object-of-the-platform": rule(
    "The primary object can be any of the eleven types that the platform's description lists.",
    { grade: "described", source: "platform description, Custom event definition" },
  )(async (platform) => {
    for (const primaryObject of listed) expect((await createDefinition(platform, { primaryObject })).primaryObject).toBe(primaryObject);
  }),
  "events-primary-object-id": rule(
    "`primaryObjectId` is the type id of the primary object, for example `0-1` for contacts.",
    "documented",
  )(async (platform) => {
    expect((await createDefinition(platform, {})).primaryObjectId).toBe("0-1");
    const ids = { COMPANY: "0-2", DEAL: "0-3", TICKET: "0-5", LISTING: "0-420", APPOINTMENT: "0-421" };
    for (const [primaryObject, id] of Object.entries(ids)) {
      expect((await createDefinition(platform, { primaryObject })).primaryObjectId).toBe(id);
    }
  }),
  "events-primary-object-ids-not-listed": rule(
    "The type ids of courses, leads, orders, projects and services are 0-410, 0-136, 0-123, 0-970 and 0-162.",
    "assumed",
  )(async (platform) => {
    const ids = { COURSE: "0-410", LEAD: "0-136", ORDER: "0-123", PROJECT: "0-970", SERVICE: "0-162" };
    for (const [primaryObject, id] of Object.entries(ids)) {
      expect((await createDefinition(platform, { primaryObject })).primaryObjectId).toBe(id);
    }
  }),
  "events-primary-object-custom": rule("The primary object can be a custom object, identified by its name.", {
    grade: "described",
    source: "platform description, Custom event definition",
  })(async (platform) => {
    expect((await createDefinition(platform, { primaryObject: "bicycle" })).primaryObject).toBe("bicycle");
  }),
  "events-primary-object-length": rule(
    "A primary object whose name has more than 100 characters is rejected with status 400 and an error for `primaryObject`.",
    "assumed",
  )(async (platform) => {
    expect((await createDefinition(platform, { primaryObject: "b".repeat(100) })).primaryObject).toHaveLength(100);
    expectInvalid(await definitionResponse(platform, { primaryObject: "b".repeat(101) }), "primaryObject");
  }),
  "events-primary-object-custom-id": rule(
    "If the primary object is given as the type id of a custom object, `primaryObjectId` is the same id. If it is given as the name of " +
      "a custom object, `primaryObjectId` is the id of the object type, or is omitted if the account has no such type.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account({ state: { objectSchemas: [{ objectTypeId: "2-31", name: "wheel" }] } });
    const definition = { label: "Sold", primaryObject: "wheel" };
    expect((await account.call({ path: "/events/2026-03/event-definitions", body: definition })).body.primaryObjectId).toBe("2-31");
    expect((await createDefinition(platform, { primaryObject: "2-77" })).primaryObjectId).toBe("2-77");
    expect(await createDefinition(platform, { primaryObject: "bicycle" })).not.toHaveProperty("primaryObjectId");
  }),
  "events-primary-object-misspelled": rule(
    "Another name of a platform type, or a platform type that the platform's description does not list, is rejected with status 400 and " +
      "an error for `primaryObject`.",
    "assumed",
  )(async (platform) => {
    for (const primaryObject of ["CONTACTS", "0-1", "MEETING", "line_item", ""]) {
      expectInvalid(await definitionResponse(platform, { primaryObject }), "primaryObject");
    }
  }),
  "events-primary-object-lower-case": rule(
    "The names of the platform's types are accepted in any letter case, and returned in upper case.",
    { grade: "observed", source: "clients of a similar API; the letter case of the response is assumed" },
  )(async (platform) => {
    for (const primaryObject of ["contact", "Company", "course", "no_object"]) {
      expect((await createDefinition(platform, { primaryObject })).primaryObject).toBe(primaryObject.toUpperCase());
    }
  }),
  "events-no-object": rule("The primary object can be NO_OBJECT.", {
    grade: "described",
    source: "platform description, Custom event definition",
  })(async (platform) => expect((await createDefinition(platform, { primaryObject: "NO_OBJECT" })).primaryObject).toBe("NO_OBJECT")),
  "events-no-object-id": rule(
    "If the primary object is NO_OBJECT, the response has no `primaryObjectId`.",
    "assumed",
  )(async (platform) => {
    expect(await createDefinition(platform, { primaryObject: "NO_OBJECT" })).not.toHaveProperty("primaryObjectId");
  }),
});

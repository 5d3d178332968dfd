import { expect } from "vitest";
import { expectInvalid } from "../rejections.ts";
import type { Rows } from "../rows.ts";
import { defined, rejected } from "./calls.ts";

const listed = ["APPOINTMENT", "COMPANY", "CONTACT", "COURSE", "DEAL", "LEAD", "LISTING", "ORDER", "PROJECT", "SERVICE", "TICKET"];

export const primaryObjectRows: Rows = {
  "events-primary-object-by-default": async (platform) => expect((await defined(platform, {})).primaryObject).toBe("CONTACT"),
  "events-primary-object-of-the-platform": async (platform) => {
    for (const primaryObject of listed) expect((await defined(platform, { primaryObject })).primaryObject).toBe(primaryObject);
  },
  "events-primary-object-id": async (platform) => {
    expect((await defined(platform, {})).primaryObjectId).toBe("0-1");
    const ids = { COMPANY: "0-2", DEAL: "0-3", TICKET: "0-5", LISTING: "0-420", APPOINTMENT: "0-421" };
    for (const [primaryObject, id] of Object.entries(ids)) {
      expect((await defined(platform, { primaryObject })).primaryObjectId).toBe(id);
    }
  },
  "events-primary-object-ids-not-listed": async (platform) => {
    const ids = { COURSE: "0-410", LEAD: "0-136", ORDER: "0-123", PROJECT: "0-970", SERVICE: "0-162" };
    for (const [primaryObject, id] of Object.entries(ids)) {
      expect((await defined(platform, { primaryObject })).primaryObjectId).toBe(id);
    }
  },
  "events-primary-object-custom": async (platform) => {
    expect((await defined(platform, { primaryObject: "bicycle" })).primaryObject).toBe("bicycle");
  },
  "events-primary-object-length": async (platform) => {
    expect((await defined(platform, { primaryObject: "b".repeat(100) })).primaryObject).toHaveLength(100);
    expectInvalid(await rejected(platform, { primaryObject: "b".repeat(101) }), "primaryObject");
  },
  "events-primary-object-custom-id": async (platform) => {
    expect((await defined(platform, { primaryObject: "2-77" })).primaryObjectId).toBe("2-77");
    expect(await defined(platform, { primaryObject: "bicycle" })).not.toHaveProperty("primaryObjectId");
  },
  "events-primary-object-misspelled": async (platform) => {
    for (const primaryObject of ["CONTACTS", "contact", "0-1", "no_object", "MEETING", "line_item", "course", ""]) {
      expectInvalid(await rejected(platform, { primaryObject }), "primaryObject");
    }
  },
  "events-no-object": async (platform) => expect((await defined(platform, { primaryObject: "NO_OBJECT" })).primaryObject).toBe("NO_OBJECT"),
  "events-no-object-id": async (platform) => {
    expect(await defined(platform, { primaryObject: "NO_OBJECT" })).not.toHaveProperty("primaryObjectId");
  },
};

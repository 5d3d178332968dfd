import { expect } from "vitest";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { createDefinition, define, definer, definitionResponse } from "./calls.ts";

const place = "customMatchingId.primaryObjectRule";
const ownerEmail = { name: "owner_email", label: "Owner email", type: "string" };
const propertyDefinitions = [ownerEmail];

rules("eventDefinitions", {
  "events-matching": rule(
    "The response contains the matching rule from the request, which compares an event property with a unique property of the primary " +
      "object.",
    { grade: "described", source: "platform description, Custom event definition" },
  )(async (platform) => {
    const account = await definer(platform);
    await account.seed({ properties: { tickets: [{ name: "serial_number", unique: true }] } });
    const byEmail = matching("email", "owner_email");
    const bySerial = matching("serial_number", "owner_email");
    const one = await define(account, { name: "one", propertyDefinitions, customMatchingId: byEmail });
    const other = await define(account, { name: "other", propertyDefinitions, customMatchingId: bySerial, primaryObject: "TICKET" });
    expect([one.status, one.body.customMatchingId]).toEqual([201, byEmail]);
    expect([other.status, other.body.customMatchingId]).toEqual([201, bySerial]);
    expect(await createDefinition(platform, {})).not.toHaveProperty("customMatchingId");
  }),
  "events-matching-needs-both": rule(
    "A matching rule without one of its two property names is rejected with status 400 and an error for the missing field.",
    { grade: "described", source: "platform description, Custom event definition" },
  )(async (platform) => {
    expectInvalid(await definitionResponse(platform, { customMatchingId: {} }), place);
    const missing = await definitionResponse(platform, { propertyDefinitions, customMatchingId: { primaryObjectRule: {} } });
    expectInvalid(missing, `${place}.targetObjectPropertyName`, `${place}.eventPropertyName`);
  }),
  "events-matching-event-property": rule(
    "A matching rule for a property that the event does not have is rejected with status 400 and an error for `eventPropertyName`.",
    { grade: "described", source: "platform description, Custom event definition" },
  )(async (platform) => {
    const response = await definitionResponse(platform, { propertyDefinitions, customMatchingId: matching("email", "another") });
    expectInvalid(response, `${place}.eventPropertyName`);
  }),
  "events-matching-default-property": rule(
    "A matching rule can use a default property if the default properties are included.",
    "assumed",
  )(async (platform) => {
    const customMatchingId = matching("email", "hs_tracking_name");
    expect((await createDefinition(platform, { customMatchingId })).customMatchingId).toEqual(customMatchingId);
    const response = await definitionResponse(platform, { customMatchingId, propertyDefinitions, includeDefaultProperties: false });
    expectInvalid(response, `${place}.eventPropertyName`);
  }),
  "events-matching-unique-property": rule(
    "A matching rule for a property that is not unique on the primary object is rejected with status 400 and an error for " +
      "`targetObjectPropertyName`. `hs_object_id` is always unique.",
    { grade: "described", source: "platform description, Custom event definition" },
  )(async (platform) => {
    const byId = matching("hs_object_id", "owner_email");
    expect((await createDefinition(platform, { propertyDefinitions, customMatchingId: byId })).customMatchingId).toEqual(byId);
    const account = await definer(platform);
    await account.seed({ properties: { contacts: [{ name: "nickname", unique: false }] } });
    for (const target of ["nickname", "unheard_of"]) {
      expectInvalid(
        await define(account, { propertyDefinitions, customMatchingId: matching(target, "owner_email") }),
        `${place}.targetObjectPropertyName`,
      );
    }
  }),
  "events-matching-custom-object": rule(
    "If the primary object is given as the name of a custom object, a matching rule can use any property of that object.",
    "assumed",
  )(async (platform) => {
    const customMatchingId = matching("frame_number", "owner_email");
    expect(
      (await createDefinition(platform, { propertyDefinitions, customMatchingId, primaryObject: "bicycle" })).customMatchingId,
    ).toEqual(customMatchingId);
  }),
  "events-matching-without-object": rule(
    "If an event has no primary object, a matching rule is rejected with status 400 and an error for `customMatchingId`.",
    "assumed",
  )(async (platform) => {
    const response = await definitionResponse(platform, {
      propertyDefinitions,
      customMatchingId: matching("email", "owner_email"),
      primaryObject: "NO_OBJECT",
    });
    expectInvalid(response, "customMatchingId");
  }),
});

function matching(targetObjectPropertyName: string, eventPropertyName: string): object {
  return { primaryObjectRule: { targetObjectPropertyName, eventPropertyName } };
}

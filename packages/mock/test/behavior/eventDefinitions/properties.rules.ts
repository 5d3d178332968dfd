import type { EventProperty } from "@crm-platform/types";
import { expect } from "vitest";
import type { Platform } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { createDefinition, definitionResponse } from "./calls.ts";

const described = [
  ["hs_browser", "string", "text"],
  ["hs_city", "string", "text"],
  ["hs_country", "string", "text"],
  ["hs_device_type", "enumeration", "select"],
  ["hs_element_class", "string", "text"],
  ["hs_element_id", "string", "text"],
  ["hs_element_text", "string", "text"],
  ["hs_language", "enumeration", "select"],
  ["hs_link_href", "string", "text"],
  ["hs_page_content_type", "enumeration", "select"],
  ["hs_page_id", "string", "text"],
  ["hs_page_title", "string", "text"],
  ["hs_page_url", "string", "text"],
  ["hs_region", "string", "text"],
  ["hs_referrer", "string", "text"],
];
const documentedTexts = [
  "hs_user_agent",
  "hs_utm_campaign",
  "hs_utm_medium",
  "hs_utm_source",
  "hs_utm_content",
  "hs_utm_term",
  "hs_operating_system",
  "hs_operating_version",
  "hs_asset_description",
  "hs_asset_type",
  "hs_campaign_id",
  "hs_device_name",
  "hs_touchpoint_source",
  "hs_tracking_name",
  "hs_parent_module_id",
];

rules("eventDefinitions", {
  // Custom properties
  "events-properties": rule("The response contains the custom properties with their names, labels, types and options.", {
    grade: "described",
    source: "platform description, Custom event definition",
  })(async (platform) => {
    const options = [
      { label: "Passed", value: "passed" },
      { label: "Failed", value: "failed" },
    ];
    const properties = await withProperties(platform, [
      { name: "result", label: "Result", type: "enumeration", options },
      { name: "offset", label: "Torque offset", type: "string" },
    ]);
    expect(properties).toMatchObject([
      { name: "result", label: "Result", type: "enumeration", options },
      { name: "offset", label: "Torque offset", type: "string", options: [] },
    ]);
  }),
  "events-properties-at-most": rule(
    "A definition has at most 50 custom properties. A definition with more properties is rejected with status 400 and an error for " +
      "`propertyDefinitions`.",
    { grade: "described", source: "platform description, Limits" },
  )(async (platform) => {
    const many = Array.from({ length: 51 }, (_, index) => ({ name: `p${index}`, label: "One of many", type: "string" }));
    expect(await withProperties(platform, many.slice(1))).toHaveLength(50);
    expect((await createDefinition(platform, { propertyDefinitions: many.slice(1) })).properties).toHaveLength(82);
    expectInvalid(await definitionResponse(platform, { propertyDefinitions: many }), "propertyDefinitions");
  }),
  "events-property-label-and-type": rule(
    "A property without a label or type is rejected with status 400 and an error for the missing field.",
    "documented",
  )(async (platform) => {
    const response = await definitionResponse(platform, {
      propertyDefinitions: [
        { name: "a", type: "string" },
        { name: "b", label: "B" },
      ],
    });
    expectInvalid(response, "propertyDefinitions[0].label", "propertyDefinitions[1].type");
  }),
  "events-property-types": rule(
    "The type of a property is string, number, enumeration, datetime, date or bool. The corresponding field types are text, number, " +
      "select, date, date and radio.",
    "documented",
  )(async (platform) => {
    const options = [{ label: "Passed", value: "passed" }];
    const types = ["string", "number", "enumeration", "datetime", "date", "bool"];
    const propertyDefinitions = types.map((type) => ({ label: type, type, ...(type === "enumeration" ? { options } : {}) }));
    const properties = await withProperties(platform, propertyDefinitions);
    expect(properties.map(({ type }) => type)).toEqual(types);
    expect(properties.map(({ fieldType }) => fieldType)).toEqual(["text", "number", "select", "date", "date", "radio"]);
  }),
  "events-property-other-type": rule(
    "A property with any other type is rejected with status 400 and an error for its `type`.",
    "assumed",
  )(async (platform) => {
    const propertyDefinitions = ["boolean", "String", ""].map((type, index) => ({ name: `p${index}`, label: "Label", type }));
    expectInvalid(
      await definitionResponse(platform, { propertyDefinitions }),
      ...[0, 1, 2].map((index) => `propertyDefinitions[${index}].type`),
    );
  }),
  "events-property-name-from-label": rule(
    "If the name of a property is omitted, it is derived from the label.",
    "documented",
  )(async (platform) => {
    expect(await withProperties(platform, [{ label: "Bench number", type: "number" }])).toMatchObject([{ name: "bench_number" }]);
  }),
  "events-property-name-from-label-how": rule(
    "The name of a property is derived in the same way as the name of an event. If the label contains no letters, the name is " +
      "`property`.",
    "assumed",
  )(async (platform) => {
    const labels = ["Température (°C)", "2nd value", "校正"];
    const properties = await withProperties(
      platform,
      labels.map((label) => ({ label, type: "string" })),
    );
    expect(properties.map(({ name }) => name)).toEqual(["temperature_c", "nd_value", "property"]);
  }),
  "events-property-name-not-empty": rule(
    "A property with an empty name is rejected with status 400 and an error for its `name`.",
    "assumed",
  )(async (platform) => {
    expectInvalid(
      await definitionResponse(platform, { propertyDefinitions: [{ name: "", label: "A", type: "string" }] }),
      "propertyDefinitions[0].name",
    );
  }),
  "events-property-named-as-default": rule(
    "A property that has the name of a default property is rejected with status 400 and an error for its `name`, even if the default " +
      "properties are not included.",
    "assumed",
  )(async (platform) => {
    const propertyDefinitions = [
      { name: "hs_browser", label: "A", type: "string" },
      { name: "hs_parent_module_id", label: "B", type: "string" },
    ];
    for (const includeDefaultProperties of [true, false]) {
      const response = await definitionResponse(platform, { propertyDefinitions, includeDefaultProperties });
      expectInvalid(response, "propertyDefinitions[0].name", "propertyDefinitions[1].name");
    }
  }),
  "events-property-name-twice": rule(
    "If two properties have the same name, the request is rejected with status 400 and an error for the second name, or for the second " +
      "label if the name was derived from it.",
    "assumed",
  )(async (platform) => {
    const propertyDefinitions = [
      { name: "bench_number", label: "A", type: "string" },
      { name: "bench_number", label: "B", type: "string" },
      { label: "Bench number", type: "number" },
    ];
    expectInvalid(
      await definitionResponse(platform, { propertyDefinitions }),
      "propertyDefinitions[1].name",
      "propertyDefinitions[2].label",
    );
  }),
  "events-property-name-case": rule(
    "Property names that differ only in letter case are treated as equal, because the names in occurrences are converted to lowercase.",
    "assumed",
  )(async (platform) => {
    const propertyDefinitions = [
      { name: "bench", label: "A", type: "string" },
      { name: "Bench", label: "B", type: "number" },
      { name: "HS_CITY", label: "C", type: "number" },
    ];
    expectInvalid(
      await definitionResponse(platform, { propertyDefinitions }),
      "propertyDefinitions[1].name",
      "propertyDefinitions[2].name",
    );
  }),
  "events-enumeration-needs-options": rule(
    "An enumeration without options is rejected with status 400 and an error for `options`.",
    "assumed",
  )(async (platform) => {
    const propertyDefinitions = [
      { name: "a", label: "A", type: "enumeration" },
      { name: "b", label: "B", type: "enumeration", options: [] },
    ];
    expectInvalid(
      await definitionResponse(platform, { propertyDefinitions }),
      "propertyDefinitions[0].options",
      "propertyDefinitions[1].options",
    );
  }),
  "events-options-need-label-and-value": rule(
    "An option without a label or value is rejected with status 400 and an error for the missing field.",
    "assumed",
  )(async (platform) => {
    const options = [{ label: "Passed" }, { value: "failed" }];
    const response = await definitionResponse(platform, { propertyDefinitions: [{ label: "A", type: "enumeration", options }] });
    expectInvalid(response, "propertyDefinitions[0].options[0].value", "propertyDefinitions[0].options[1].label");
  }),
  "events-options-differ": rule(
    "If two options of a property have the same value, the request is rejected with status 400 and an error for the later `value`.",
    { grade: "assumed", source: "our choice, as for properties of records" },
  )(async (platform) => {
    const options = ["passed", "failed", "passed"].map((value) => ({ label: "Passed", value }));
    const response = await definitionResponse(platform, { propertyDefinitions: [{ label: "A", type: "enumeration", options }] });
    expectInvalid(response, "propertyDefinitions[0].options[2].value");
  }),
  "events-options-for-enumerations-only": rule(
    "If a property of any other type has options, the request is rejected with status 400 and an error for `options`.",
    "assumed",
  )(async (platform) => {
    const options = [{ label: "Passed", value: "passed" }];
    expectInvalid(
      await definitionResponse(platform, { propertyDefinitions: [{ label: "A", type: "string", options }] }),
      "propertyDefinitions[0].options",
    );
    expect(await withProperties(platform, [{ label: "A", type: "string", options: [] }])).toMatchObject([{ options: [] }]);
  }),
  "events-property-description": rule(
    "The response contains the description of each property, or an empty string if the request contains no description.",
    "assumed",
  )(async (platform) => {
    const properties = await withProperties(platform, [
      { label: "A", type: "string", description: "How it ended." },
      { label: "B", type: "string" },
    ]);
    expect(properties.map(({ description }) => description)).toEqual(["How it ended.", ""]);
  }),

  // Default properties
  "events-default-properties": rule(
    "By default, a definition has the default properties that the platform's description lists, with their types and field types.",
    { grade: "described", source: "platform description, Custom event definition" },
  )(async (platform) => {
    for (const input of [{}, { includeDefaultProperties: true }]) {
      const properties = await defaults(platform, input);
      expect(properties.slice(0, 15).map(({ name, type, fieldType }) => [name, type, fieldType])).toEqual(described);
    }
  }),
  "events-more-default-properties": rule(
    "After `hs_referrer`, a definition has 17 further default properties. Of these, the screen height and width are numbers, and the " +
      "others are strings.",
    "documented",
  )(async (platform) => {
    const more = (await defaults(platform, {})).slice(15);
    const numbers = more.filter(({ type, fieldType }) => type === "number" && fieldType === "number");
    const texts = more.filter(({ type, fieldType }) => type === "string" && fieldType === "text");
    expect(numbers.map(({ name }) => name)).toEqual(["hs_screen_height", "hs_screen_width"]);
    expect(texts.map(({ name }) => name)).toEqual(documentedTexts);
    expect(more).toHaveLength(17);
  }),
  "events-device-types": rule(
    "`hs_device_type` has options for nine device types.",
    "documented",
  )(async (platform) => {
    const kinds = [
      "Game Console",
      "PDA",
      "Personal Computer",
      "Desktop",
      "Smartphone",
      "Smart TV",
      "Tablet",
      "Wearable Computer",
      "Unknown",
    ];
    expect(await valuesOf(platform, "hs_device_type")).toEqual(kinds);
  }),
  "events-page-content-types": rule(
    "`hs_page_content_type` has options for six page types.",
    "documented",
  )(async (platform) => {
    const kinds = ["BLOG_POST", "KNOWLEDGE_ARTICLE", "LANDING_PAGE", "LISTING_PAGE", "STANDARD_PAGE", "WEB_INTERACTIVE"];
    expect(await valuesOf(platform, "hs_page_content_type")).toEqual(kinds);
  }),
  "events-default-properties-declined": rule("If `includeDefaultProperties` is false, a definition has only its custom properties.", {
    grade: "described",
    source: "platform description, Custom event definition",
  })(async (platform) => {
    expect(await withProperties(platform, [])).toEqual([]);
    expect((await withProperties(platform, [{ name: "own", label: "Own", type: "string" }])).map(({ name }) => name)).toEqual(["own"]);
  }),
  "events-default-properties-first": rule(
    "The default properties precede the custom ones and belong to the group `event`. The label of each default property is derived from " +
      "its name.",
    "assumed",
  )(async (platform) => {
    const properties = await defaults(platform, { propertyDefinitions: [{ name: "own", label: "Own", type: "string" }] });
    expect(properties.at(32)?.name).toBe("own");
    expect(properties.find(({ name }) => name === "hs_page_content_type")?.label).toBe("Page content type");
    expect(new Set(properties.map(({ groupName }) => groupName))).toEqual(new Set(["event"]));
  }),
});

async function withProperties(platform: Platform, propertyDefinitions: readonly object[]): Promise<EventProperty[]> {
  return (await createDefinition(platform, { propertyDefinitions, includeDefaultProperties: false })).properties;
}

async function defaults(platform: Platform, input: object): Promise<EventProperty[]> {
  return (await createDefinition(platform, input)).properties;
}

async function valuesOf(platform: Platform, property: string): Promise<string[] | undefined> {
  const found = (await defaults(platform, {})).find(({ name }) => name === property);
  return found?.options.map(({ value }) => value);
}

import { operationTable } from "@crm-platform/types";
import { expect, test } from "vitest";
import { bundle, oneCall, wholeClient } from "./bundling.ts";

const fromSources = { conditions: ["@crm-platform/source"] };

test("a bundle of one call contains no other operation", async () => {
  const text = await bundle(oneCall, fromSources);
  const paths = text.match(/"\/(crm|crm-associations|oauth|email|content|cos-domains|events|broadcast|webhooks)\/[^"]*"/g);
  expect(paths).toEqual(['"/cos-domains/v1/domains/{domainId}"']);
});

test("a bundle of the whole client contains every operation", async () => {
  const text = await bundle(wholeClient, fromSources);
  expect(text.match(/^\s+path: "\//gm)).toHaveLength(Object.keys(operationTable).length);
});

import { behaviors } from "@crm-platform/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows as associations } from "./associations.ts";
import { rows as associationsV1 } from "./associationsV1.ts";
import { rows as associationsV3 } from "./associationsV3.ts";
import { rows as broadcasts } from "./broadcasts.ts";
import { rows as domains } from "./domains.ts";
import { rows as domainsV1 } from "./domainsV1.ts";
import { rows as eventDefinitions } from "./eventDefinitions.ts";
import { rows as eventOccurrences } from "./eventOccurrences.ts";
import { rows as meetings } from "./meetings.ts";
import { rows as oauth } from "./oauth.ts";
import { rows as oauthV1 } from "./oauthV1.ts";
import { rows as pages } from "./pages.ts";
import { rows as pipelines } from "./pipelines.ts";
import { rows as properties } from "./properties.ts";
import { rows as records } from "./records.ts";
import type { Rows } from "./rows.ts";
import { type Running, run, ways } from "./running.ts";
import { rows as shared } from "./shared.ts";
import { rows as smtpTokens } from "./smtpTokens.ts";
import { rows as smtpTokensV1 } from "./smtpTokensV1.ts";
import { rows as tickets } from "./tickets.ts";
import { rows as transactionalEmail } from "./transactionalEmail.ts";
import { rows as transactionalEmailV1 } from "./transactionalEmailV1.ts";
import { rows as webhooks } from "./webhooks.ts";

const areas: Readonly<Record<string, Rows>> = {
  shared,
  records,
  properties,
  pipelines,
  meetings,
  tickets,
  associations,
  associationsV3,
  associationsV1,
  oauth,
  oauthV1,
  transactionalEmail,
  transactionalEmailV1,
  smtpTokens,
  smtpTokensV1,
  pages,
  domains,
  domainsV1,
  eventDefinitions,
  eventOccurrences,
  webhooks,
  broadcasts,
};

test("every rule has a check, and every check has a rule", () => {
  const checks = Object.entries(areas).flatMap(([area, rows]) => Object.keys(rows).map((rule) => `${area}/${rule}`));
  const rules = behaviors.filter(({ area }) => area !== "control").map(({ area, rule }) => `${area}/${rule}`);
  expect(checks.sort()).toEqual(rules.sort());
});

describe.each(ways)("%s", (way) => {
  let running: Running;
  beforeAll(async () => {
    running = await run(way, { onError: (error) => expect.fail(String(error)) });
  });
  afterAll(() => running.close());

  // Each check has its own accounts, so all checks run concurrently.
  describe.each(Object.entries(areas))("%s", (_, rows) => {
    test.concurrent.each(Object.entries(rows))("%s", (__, check) => check(running.platform));
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows as oauth } from "./behaviour/oauth.ts";
import { run, ways, type Running } from "./behaviour/running.ts";
import { rows as smtpTokens } from "./behaviour/smtpTokens.ts";
import { rows as transactionalEmail } from "./behaviour/transactionalEmail.ts";
const chosen = process.env.WAYS ? ways.filter((w) => process.env.WAYS!.split(",").includes(w)) : ["in process", "over HTTP"] as const;
describe.each(chosen)("%s", (way) => {
  let running: Running;
  beforeAll(async () => { running = await run(way, { onError: (error) => console.error(error) }); });
  afterAll(() => running.close());
  describe.each(Object.entries({ oauth, transactionalEmail, smtpTokens }))("%s", (_, rows) => {
    test.concurrent.each(Object.entries(rows))("%s", (__, check) => check(running.platform));
  });
});

import { expect, onTestFinished, test } from "vitest";
import { commandIn } from "../server/command.ts";

/** Starts a process, because tests in the same process share the document. @param edit a statement that changes `document` */
async function serveEdited(edit: string) {
  const source = new URL("../../src/crmPlatform.ts", import.meta.url);
  const program = `import { createRequire } from "node:module";
    const document = createRequire(${JSON.stringify(source)})("@crm-platform/types/openapi.json");
    ${edit}`;
  const mock = commandIn(
    { NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(program).toString("base64")}` },
    ...["--examples", "--port", "0"],
  );
  onTestFinished(async () => {
    mock.child.kill();
    await mock.end;
  });
  const [, url = ""] = await mock.waitFor(/(http:\/\/\S+)/);
  return { url, mock };
}

const response200 = 'document.paths["/cos-domains/v1/domains/{domainId}"].get.responses[200]';
const headers = { authorization: "Bearer any" };

test("an example that does not match its schema causes a 500, with details only for the operator", async () => {
  const { url, mock } = await serveEdited(`${response200}.content["application/json"].examples.website.value.domain = 7;`);
  const response = await fetch(`${url}/cos-domains/v1/domains/610001`, { headers });
  const body = (await response.json()) as { correlationId: string };
  expect(response.status).toBe(500);
  expect(body).toEqual({
    status: "error",
    category: "INTERNAL_ERROR",
    correlationId: expect.any(String),
    message: "The service failed. Quote the correlationId when you report it.",
  });
  const problem = "ResponseViolation: domainsV1.get violated its contract: domain: domain must be a string";
  await mock.waitFor(new RegExp(`domainsV1.get failed, correlationId ${body.correlationId}: ${problem}`));
});

test("a response with an invalid header becomes a 500, which the mock reports", async () => {
  const price = '{ "X-Price": { schema: { type: "string" }, example: "5 \\u20ac" } }';
  const { url, mock } = await serveEdited(`${response200}.headers = ${price};`);
  for (const path of ["/cos-domains/v1/domains/610001", "/cos-domains/v1/domain%73/610001"]) {
    const response = await fetch(url + path, { headers });
    const { category, correlationId } = (await response.json()) as { category: string; correlationId: string };
    expect([response.status, category]).toEqual([500, "INTERNAL_ERROR"]);
    await mock.waitFor(new RegExp(correlationId));
  }
});

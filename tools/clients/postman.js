/**
 * Converts the mock's document into a Postman collection, runs the collection with newman, and prints the totals. The generated
 * collection is changed in only two places: the access token, and the form of the token request.
 */
import { createRequire } from "node:module";
import { promisify } from "node:util";
import newman from "newman";

const baseUrl = process.env["MOCK_URL"] ?? "";
const accessToken = "demo-access-token-4815162";
const document = await (await fetch(`${baseUrl}/openapi.json`)).json();

const converter = createRequire(import.meta.url)("openapi-to-postmanv2");
const options = { folderStrategy: "Tags", parametersResolution: "Example", alwaysInheritAuthentication: true };
const converted = await promisify(converter.convertV2)({ type: "json", data: document }, options);
if (!converted.result) throw new Error(converted.reason);
const collection = converted.output[0].data;

function operationOf({ request }) {
  const path = `/${request.url.path.join("/").replaceAll(/:(\w+)/g, "{$1}")}`;
  return document.paths[path][request.method.toLowerCase()];
}

function resolved(node) {
  return node.$ref === undefined
    ? node
    : node.$ref
        .slice(2)
        .split("/")
        .reduce((parent, key) => parent[key], document);
}

/** Returns a script that checks the status, the content type and the body of the response in newman. */
function judgedBy({ responses }, statuses) {
  const contents = statuses.map((status) => [
    status,
    resolved(responses[status] ?? responses.default).content?.["application/json"]?.schema,
  ]);
  const lines = [
    `const schemas = new Map(${JSON.stringify(contents)});`,
    `const components = ${JSON.stringify({ schemas: document.components.schemas })};`,
    "const status = String(pm.response.code);",
    'pm.test("has a status of " + [...schemas.keys()], () => pm.expect([...schemas.keys()]).to.include(status));',
    "const schema = schemas.get(status);",
    'if (!schema) pm.test("has no body", () => pm.expect(pm.response.text()).to.equal(""));',
    "else {",
    '  pm.test("is JSON", () => pm.expect(pm.response.headers.get("Content-Type")).to.match(/^application\\/json/));',
    "  const whole = { allOf: [schema], components };",
    '  pm.test("matches its schema", () => pm.response.to.have.jsonSchema(whole, { unknownFormats: "ignore" }));',
    "}",
  ];
  return { event: [{ listen: "test", script: { exec: lines } }] };
}

function requestsIn({ item }) {
  return item.flatMap((one) => (one.item ? requestsIn(one) : [one]));
}

/** Fills in the form of the token request, which the converter leaves empty. */
function filledIn(item) {
  const { requestBody, deprecated } = operationOf(item);
  const form = requestBody?.content["application/x-www-form-urlencoded"];
  if (form === undefined) return item;
  // Both versions of OAuth accept the code of the example, but only once.
  const { value } = deprecated ? form.examples.refreshToken : Object.values(form.examples)[0];
  const urlencoded = Object.entries(value).map(([key, text]) => ({ key, value: text }));
  return { ...item, request: { ...item.request, body: { mode: "urlencoded", urlencoded } } };
}

function withHeader(item, header) {
  return { ...item, request: { ...item.request, header: [...item.request.header, header] } };
}

// Deletions come last, because other requests read the deleted objects. The token is revoked last, because all other requests use it.
const orderOf = ({ request }) => (request.url.path.at(-1) === "revoke" ? 2 : Number(request.method === "DELETE"));
const requests = requestsIn(collection)
  .map(filledIn)
  .sort((one, other) => orderOf(one) - orderOf(other));
const declared = ({ responses }) => Object.keys(responses).filter((status) => status !== "default");
// A generated request may fail, because it combines the first example of each parameter with the first example of the body. However, the
// demo account's token authorizes every request.
const authorized = (operation) => declared(operation).filter((status) => !["401", "403", "429"].includes(status));
const asGenerated = requests.map((item) => ({ ...item, ...judgedBy(operationOf(item), authorized(operationOf(item))) }));
const withoutToken = requests
  .filter((item) => operationOf(item).security.length > 0)
  .map((item) => ({ ...item, request: { ...item.request, auth: { type: "noauth" } }, ...judgedBy(operationOf(item), ["401"]) }));
// The mock responds with the example of the status that the `Prefer` header requests.
const preferring = requests.flatMap((item) => {
  const operation = operationOf(item);
  return declared(operation).map((status) => ({
    ...withHeader(item, { key: "Prefer", value: `code=${status}` }),
    ...judgedBy(operation, [status]),
  }));
});

const summary = await promisify(newman.run)({
  collection: {
    ...collection,
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{accessToken}}", type: "string" }] },
    item: [
      { name: "As generated", item: asGenerated },
      { name: "Without an access token", item: withoutToken },
      { name: "Every declared response", item: preferring },
    ],
  },
  envVar: [{ key: "accessToken", value: accessToken }],
});
const { failures, stats } = summary.run;
for (const { source, error } of failures) console.error(`${source?.name}: ${error.message}`);
console.log(
  `newman: ${stats.requests.total} requests, ${stats.assertions.total} assertions, ${stats.assertions.failed} failed, ${failures.length} failures`,
);
process.exitCode = failures.length === 0 && stats.assertions.total > 0 ? 0 : 1;

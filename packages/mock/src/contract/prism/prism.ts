/** The only module that uses Prism and fp-ts. Prism ignores schemas that do not compile; `npx pnpm generate` detects such schemas. */
import type { IHttpRequest, IHttpResponse } from "@stoplight/prism-http";
import type { ContractRequest, ContractResponse } from "../message.ts";
import { alternativesOf } from "../openapi/alternatives.ts";
import { isObject, type OpenApiDocument } from "../openapi/document.ts";
import { unescapePointer } from "../openapi/pointer.ts";
import { type Finding, isAboutChild } from "../problems/findings.ts";
import { isContentType } from "../request/mediaType.ts";
import { createInstance, createLogger, getHttpOperationsFromSpec, validateInput, validateOutput, validateSecurity } from "./library.ts";
import { prepareForGenerator, prepareForPrism } from "./prepare.ts";

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];
type PrismOperations = ReadonlyMap<string, PrismOperation>;
type Validation = ReturnType<typeof validateInput> | ReturnType<typeof validateOutput> | ReturnType<typeof validateSecurity>;
type Diagnostic = { path?: string[]; code?: string | number; message: string; severity: number };

export interface ExampleChoice {
  readonly response: string;
  /** The exact status; `response` may be `default`. */
  readonly status: number;
  readonly example?: string;
  /** With a seed, the response is generated, and equal seeds produce equal responses. Without one, it is an example. */
  readonly seed?: string;
}

export interface Prism {
  isUnauthenticated(operationId: string, request: ContractRequest): boolean;
  checkRequest(operationId: string, request: ContractRequest): readonly Finding[];
  checkResponse(operationId: string, response: ContractResponse): readonly Finding[];
  example(operationId: string, choice: ExampleChoice): Promise<ContractResponse>;
}

const logger = createLogger("mock", { level: "silent" });
const withoutValidation = {
  isProxy: false,
  upstreamProxy: undefined,
  errors: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
} as const;

/** Creates an instance of Prism, which takes about 100 ms. */
export async function loadPrism(document: OpenApiDocument): Promise<Prism> {
  const operations = await readOperations(prepareForPrism(document));
  const alternatives = new Map([...operations].map(([id, operation]) => [id, alternativesByBody(document, operation)]));
  const examples = new Map<string, Promise<ContractResponse>>();
  let operationsForGenerator: Promise<PrismOperations> | undefined;

  return {
    isUnauthenticated(operationId, request) {
      const resource = operationWith(operations, operationId);
      return diagnosticsOf(validateSecurity({ resource, element: toPrismRequest(resource, request) })).some(isGrave);
    },

    checkRequest(operationId, request) {
      const resource = alternatives.get(operationId)?.(request.body) ?? operationWith(operations, operationId);
      const diagnostics = diagnosticsOf(validateInput({ resource, element: toPrismRequest(resource, request) }));
      return diagnostics.filter(isGrave).map(toFinding);
    },

    checkResponse(operationId, response) {
      const resource = operationWith(operations, operationId);
      return diagnosticsOf(validateOutput({ resource, element: toPrismResponse(response) })).map(toFinding);
    },

    async example(operationId, choice) {
      if (choice.seed !== undefined) {
        operationsForGenerator ??= readOperations(prepareForGenerator(document));
        return makeExample(operationWith(await operationsForGenerator, operationId), choice);
      }
      // Responses without a seed are cached, because they depend only on the choice, and the number of choices is small.
      const key = JSON.stringify([operationId, choice.response, choice.status, choice.example]);
      const example = examples.get(key) ?? makeExample(operationWith(operations, operationId), choice);
      examples.set(key, example);
      return example;
    },
  };
}

async function makeExample(operation: PrismOperation, { response, status, example, seed }: ExampleChoice): Promise<ContractResponse> {
  // Only the requested response is passed to Prism, because Prism would substitute another response for a missing one.
  const responses = operation.responses.filter(({ code }) => code === response);
  // Prism writes to this object, so each call needs a new one.
  const mock = {
    code: status,
    dynamic: seed !== undefined,
    ...(example === undefined ? {} : { exampleKey: example }),
    ...(seed === undefined ? {} : { seed }),
  };
  const instance = createInstance({ ...withoutValidation, mock }, { logger });
  const input = { method: operation.method, url: { path: operation.path } } as IHttpRequest;
  const result = await instance.request(input, [{ ...operation, responses } as PrismOperation])();
  if (result._tag === "Left") throw result.left;
  return fromPrismResponse(result.right.output);
}

async function readOperations(document: OpenApiDocument): Promise<PrismOperations> {
  const operations = await getHttpOperationsFromSpec(document);
  return new Map(operations.map((operation) => [operation.iid ?? "", operation]));
}

function operationWith(operations: PrismOperations, operationId: string): PrismOperation {
  const operation = operations.get(operationId);
  if (!operation) throw new Error(`Prism has no operation ${operationId}.`);
  return operation;
}

/**
 * Returns a function that selects the operation with the alternative that the discriminator of a body names, and only with this
 * alternative. Prism's Ajv ignores discriminators and reports the errors of all alternatives.
 */
function alternativesByBody(document: OpenApiDocument, operation: PrismOperation): (body: unknown) => PrismOperation | undefined {
  const { request } = operation;
  const content = request?.body?.contents?.[0];
  const alternatives = alternativesOf(document, content?.schema);
  if (!alternatives || !isObject(content?.schema)) return () => undefined;
  const dialect = { $schema: content.schema["$schema"] };
  const operations = new Map<unknown, PrismOperation>();
  for (const [value, schema] of alternatives.schemaOf) {
    const contents = [{ ...content, schema: { ...dialect, ...schema } }];
    operations.set(value, { ...operation, request: { ...request, body: { ...request?.body, contents } } } as PrismOperation);
  }
  return (body) => (isObject(body) ? operations.get(body[alternatives.propertyName]) : undefined);
}

function toPrismRequest(operation: PrismOperation, request: ContractRequest): IHttpRequest {
  // All special characters are encoded, including commas, which Prism would read as list separators.
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(request.path[name] ?? ""));
  return { method: operation.method, url: { path, query: request.query }, headers: request.headers, body: request.body } as IHttpRequest;
}

function toPrismResponse(response: ContractResponse): IHttpResponse {
  const headers = { ...response.headers };
  // A malformed media type is deleted, because Prism would throw an error. If the header is missing, Prism reports a problem instead.
  if (!isContentType(headers["content-type"])) delete headers["content-type"];
  return { statusCode: response.status, headers, body: response.body };
}

function fromPrismResponse(response: IHttpResponse): ContractResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers ?? {})) {
    if (value !== null && value !== undefined) headers[name.toLowerCase()] = String(value);
  }
  return { status: response.statusCode, headers, body: response.body };
}

function diagnosticsOf(validation: Validation): readonly Diagnostic[] {
  return validation._tag === "Left" ? validation.left : [];
}

/** Less severe diagnostics concern undefined or deprecated parts of the document. */
function isGrave({ severity }: Diagnostic): boolean {
  return severity === 0;
}

/** Only the message contains the name of a missing or unknown field. */
function toFinding({ path = [], code = "status", message }: Diagnostic): Finding {
  const keys = path.map(unescapePointer);
  const field = isAboutChild(String(code)) ? /'(.*)'/s.exec(message)?.[1] : undefined;
  return { path: field === undefined ? keys : [...keys, field], code: String(code) };
}

/**
 * All of Prism, and all there is of fp-ts: nothing outside this file knows of either.
 *
 * Prism swallows schemas that do not compile and checks nothing then; the test of the package compiles every schema.
 */
import { createLogger } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
import type { ExampleChoice } from "../contract.ts";
import type { Answer, ContractRequest } from "../message.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import { unmaskData } from "../openapi/references.ts";
import { byDiscriminator } from "../openapi/variants.ts";
import { type Finding, isAboutChild } from "../problems/findings.ts";
import { isContentType } from "../request/mediaType.ts";
import { prepareForGenerator, prepareForPrism } from "./prepare.ts";

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];
type PrismComponents = Parameters<typeof createInstance>[1];
type Diagnostic = { path?: string[]; code?: string | number; message: string; severity: number };

/** What Prism says of a request. */
export interface InputFindings {
  /** Whether the credentials are missing. */
  readonly unauthenticated: boolean;
  readonly findings: readonly Finding[];
}

export interface PrismExchange {
  readonly answer: Answer;
  readonly answerFindings: readonly Finding[];
}

export interface Prism {
  /** Checks the request, asks `respond` for the answer, and checks that. Fails as `respond` fails. */
  exchange(operationId: string, request: ContractRequest, respond: (found: InputFindings) => Promise<Answer>): Promise<PrismExchange>;
  /** Takes an answer from the examples or makes one by the schema. */
  example(operationId: string, choice: ExampleChoice): Promise<Answer>;
}

const logger = createLogger("mock", { level: "silent" });
const everythingChecked = {
  isProxy: true,
  // Never called: `forward` is ours.
  upstream: new URL("http://upstream.invalid"),
  upstreamProxy: undefined,
  errors: true,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  mock: { dynamic: false },
} as const;
const nothingChecked = {
  isProxy: false,
  upstreamProxy: undefined,
  errors: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
} as const;

// A contract and its examples are asked for one by one, and are of one Prism.
const loaded = new WeakMap<OpenApiDocument, Promise<Prism>>();

/** Reads the document into Prism's operations; takes about 100 ms the first time. */
export function loadPrism(document: OpenApiDocument): Promise<Prism> {
  const known = loaded.get(document) ?? readPrism(document);
  loaded.set(document, known);
  return known;
}

async function readPrism(document: OpenApiDocument): Promise<Prism> {
  const operations = await readOperations(prepareForPrism(document));
  const variants = new Map([...operations].map(([id, operation]) => [id, byDiscriminator(document, operation)]));
  const examples = new Map<string, Promise<Answer>>();
  let forGenerator: Promise<Map<string, PrismOperation>> | undefined;

  return {
    async exchange(operationId, request, respond) {
      const resource = variants.get(operationId)?.(request.body) ?? found(operations, operationId);
      let failure: unknown;
      const forward: PrismComponents["forward"] = (input) => () => async () => {
        try {
          return right(toPrismAnswer(await respond(inputFindings(input.validations))));
        } catch (error) {
          failure = error;
          return left(error instanceof Error ? error : new Error(String(error)));
        }
      };
      const instance = createInstance(everythingChecked, { logger, forward });
      const result = await instance.request(toPrismRequest(resource, request), [resource])();
      if (result._tag === "Left") throw failure ?? result.left;
      return {
        answer: fromPrismAnswer(result.right.output),
        answerFindings: result.right.validations.output.map(toFinding),
      };
    },

    // Without a seed the answer to a choice is always the same, and there are no more of them than examples and statuses.
    example(operationId, choice) {
      if (choice.seed !== undefined) return makeExample(operationId, choice);
      const key = JSON.stringify([operationId, choice.response, choice.status, choice.example]);
      const known = examples.get(key) ?? makeExample(operationId, choice);
      examples.set(key, known);
      return known;
    },
  };

  async function makeExample(operationId: string, choice: ExampleChoice): Promise<Answer> {
    if (choice.seed !== undefined) forGenerator ??= readOperations(prepareForGenerator(document));
    const operation = found((choice.seed === undefined ? undefined : await forGenerator) ?? operations, operationId);
    // Prism answers with something else when it lacks what was asked for; with one response it has no choice.
    const responses = operation.responses.filter((response) => response.code === choice.response);
    // A fresh `mock` each time, because Prism writes into it.
    const mock = {
      code: choice.status,
      dynamic: choice.seed !== undefined,
      ...(choice.example === undefined ? {} : { exampleKey: choice.example }),
      ...(choice.seed === undefined ? {} : { seed: choice.seed }),
    };
    const instance = createInstance({ ...nothingChecked, mock }, { logger });
    const input = { method: operation.method, url: { path: operation.path } } as PrismRequest;
    const result = await instance.request(input, [{ ...operation, responses } as PrismOperation])();
    if (result._tag === "Left") throw result.left;
    return fromPrismAnswer(result.right.output);
  }
}

type PrismRequest = Parameters<ReturnType<typeof createInstance>["request"]>[0];
type PrismAnswer = { statusCode: number; headers?: Record<string, unknown>; body?: unknown };

async function readOperations(document: OpenApiDocument): Promise<Map<string, PrismOperation>> {
  const operations = await getHttpOperationsFromSpec(document);
  unmaskData(operations);
  return new Map(operations.map((operation) => [operation.iid ?? "", operation]));
}

function found(operations: Map<string, PrismOperation>, operationId: string): PrismOperation {
  const operation = operations.get(operationId);
  if (!operation) throw new Error(`Prism knows no operation ${operationId}.`);
  return operation;
}

function toPrismRequest(operation: PrismOperation, request: ContractRequest): PrismRequest {
  // Everything encoded, commas too: Prism reads a bare comma as a list.
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(request.path[name] ?? ""));
  return { method: operation.method, url: { path, query: request.query }, headers: request.headers, body: request.body } as PrismRequest;
}

function toPrismAnswer(answer: Answer): { statusCode: number; headers: Record<string, string>; body: unknown } {
  const headers = { ...answer.headers };
  // Prism throws on a media type that is none; without one it says what is missing.
  if (!isContentType(headers["content-type"])) delete headers["content-type"];
  return { statusCode: answer.status, headers, body: answer.body };
}

function fromPrismAnswer(answer: PrismAnswer): Answer {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (value !== null && value !== undefined) headers[name.toLowerCase()] = String(value);
  }
  return { status: answer.statusCode, headers, body: answer.body };
}

function inputFindings(diagnostics: readonly Diagnostic[]): InputFindings {
  // Mild ones only concern what the document leaves open, or calls deprecated.
  const grave = diagnostics.filter((diagnostic) => diagnostic.severity === 0);
  return {
    unauthenticated: grave.some((diagnostic) => diagnostic.code === 401),
    findings: grave.filter((diagnostic) => diagnostic.code !== 401).map(toFinding),
  };
}

/** The name of a missing or an unknown field is in the text only. */
function toFinding({ path = [], code: written = "status", message }: Diagnostic): Finding {
  const code = String(written);
  const keys = path.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const field = isAboutChild(code) ? /'(.*)'/s.exec(message)?.[1] : undefined;
  return { path: field === undefined ? keys : [...keys, field], code };
}

function right<Value>(value: Value): { readonly _tag: "Right"; readonly right: Value } {
  return { _tag: "Right", right: value };
}

function left(error: Error): { readonly _tag: "Left"; readonly left: Error } {
  return { _tag: "Left", left: error };
}

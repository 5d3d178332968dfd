import { answerProblems } from "./answerProblems.ts";
import type { OpenApiDocument } from "./document.ts";
import type { Answer, ContractRequest, Problem } from "./message.ts";
import type { Operation } from "./operations.ts";
import { declaredQuery, misreadParameters } from "./parameters.ts";
import { type ExampleChoice, loadPrism } from "./prism.ts";
import { requestProblems } from "./problems.ts";
import { sensitiveNames } from "./sensitive.ts";

/** What came of a request, and all that broke the contract on the way. */
export interface Exchange {
  readonly answer: Answer;
  readonly verdict: Verdict;
  readonly answerProblems: readonly Problem[];
}

/** What is wrong with a request: its credentials, and everything else. */
export interface Verdict {
  /** Whether the operation needs an access token and the request has none that is well-formed. */
  readonly unauthenticated: boolean;
  readonly problems: readonly Problem[];
}

/**
 * The document as a judge: it says what breaks it, and never decides what to do about that. Prism checks a request and its
 * answer in one go, so whoever answers hands in `respond`, and the contract calls it back in between.
 */
export interface Contract {
  /** Checks the request, asks for the answer, checks the answer. Fails as `respond` fails. */
  exchange(operation: Operation, request: ContractRequest, respond: (verdict: Verdict) => Promise<Answer>): Promise<Exchange>;
  /** Takes an answer from the document. */
  example(operation: Operation, choice: ExampleChoice): Promise<Answer>;
}

export async function loadContract(document: OpenApiDocument): Promise<Contract> {
  const prism = await loadPrism(document);
  const sensitive = sensitiveNames(document);

  return {
    async exchange(operation, request, respond) {
      let verdict: Verdict = { unauthenticated: false, problems: [] };
      const { answer, answerFindings } = await prism.exchange(operation.operationId, forPrism(operation, request), (findings) => {
        const found = requestProblems({ document, sensitive, operation, request }, findings);
        verdict = {
          unauthenticated: findings.some((finding) => finding.code === "401"),
          problems: [...found, ...misreadParameters({ document, sensitive, operation, request })],
        };
        return respond(verdict);
      });
      return { answer, verdict, answerProblems: answerProblems(document, operation, answer, answerFindings) };
    },
    example: (operation, choice) => prism.example(operation.operationId, choice),
  };
}

// RFC 6750, section 2.1.
const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** Shows Prism only what it reads rightly. */
function forPrism(operation: Operation, request: ContractRequest): ContractRequest {
  const headers = new Map(Object.entries(request.headers));
  // It would take anything after `Bearer ` for a token.
  const token = bearer.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) headers.delete("authorization");
  else headers.set("authorization", `Bearer ${token}`);
  // It negotiates by the one, and fails on the others when they are malformed; the body is parsed already.
  for (const name of ["accept", "content-length", "content-type"]) headers.delete(name);
  if (request.body !== undefined) headers.set("content-type", "application/json");
  return { ...request, query: declaredQuery(operation, request.query), headers: Object.fromEntries(headers) };
}

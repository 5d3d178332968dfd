import type { Answer, ContractRequest, Problem } from "./message.ts";
import type { Operation } from "./openapi/operations.ts";

/** What is wrong with a request: its credentials, and everything else. */
export interface Verdict {
  /** Whether the operation needs an access token and the request has none that is well-formed. */
  readonly unauthenticated: boolean;
  /** Those with `accepted` are violations that the real service accepts; the request is served all the same. */
  readonly problems: readonly Problem[];
}

/** What came of a request, and all that broke the contract on the way. */
export interface Exchange {
  readonly answer: Answer;
  readonly verdict: Verdict;
  readonly answerProblems: readonly Problem[];
}

/**
 * A request as its operation declares it: parameters by name, in their types and with their defaults, those that are not
 * declared left out; the body as it was parsed, with what the real service accepts beyond the document written as the document has it.
 * Where the verdict has other problems, what they are about is as it came.
 */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** By their names as the document writes them. */
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/**
 * The document as a judge: it says what breaks it, and never decides what to do about that. Prism checks a request and its
 * answer in one go, so whoever answers hands in `respond`, and the contract calls it back in between.
 */
export interface Contract {
  /**
   * Checks the request, asks for the answer, checks the answer. Fails as `respond` fails. `respond` is asked whatever the
   * verdict is: the platform decides what goes first, a missing scope or a missing field.
   * @throws Error when a schema of the operation cannot be compiled
   */
  exchange(operation: Operation, request: ContractRequest, respond: (verdict: Verdict, input: Input) => Promise<Answer>): Promise<Exchange>;
}

/** Which answer to take from the document. */
export interface ExampleChoice {
  /** The key of the response in the document. */
  readonly response: string;
  /** The status to answer with, where `response` does not say it. */
  readonly status: number;
  readonly example?: string;
  /** Makes data by the schema instead of taking an example; the same seed makes the same data. */
  readonly seed?: string;
}

/** The answers that the document has itself. */
export interface Examples {
  /** Takes an answer from the examples, or makes one by the schema. */
  example(operation: Operation, choice: ExampleChoice): Promise<Answer>;
}

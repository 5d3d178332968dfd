import type { Contract, Input } from "../contract/contract.ts";
import { AnswerViolation } from "../contract/errors/answerViolation.ts";
import { basicCredentialsRefusal } from "../contract/errors/oauthErrors.ts";
import { invalidRequest, refusedProblems, unauthenticated } from "../contract/errors/refusal.ts";
import { type Answer, type ContractRequest, jsonType, type Problem } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { bearerToken } from "../contract/request/bearer.ts";
import type { Serve, Visit } from "../http/visit.ts";
import { NoSuchAccount } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { refuseUnauthorized } from "./authorization.ts";
import { behave, type HandlerTable } from "./behaviour.ts";
import type { WallClock } from "./clock.ts";
import { deprecationHeaders, refuseSunset, warnOfSunset } from "./deprecation.ts";
import { meetFault, serveUnder } from "./faults.ts";
import { type Located, locate } from "./locate.ts";
import { countRequest } from "./rateLimits.ts";

export interface PlatformOptions {
  readonly contract: Contract;
  readonly handlers: HandlerTable;
  readonly store: Store;
  readonly wallClock: WallClock;
  readonly rateLimits: boolean;
  /** Whether operations work beyond the day of their end. */
  readonly keepSunsetOperations: boolean;
  readonly correlationId: () => string;
}

// The token is checked again when the body took longer than this.
const admittedForMs = 1_000;

/**
 * The platform behind the contract. A request passes, in this order: is the interface still there, who asks and may they; only
 * then its body is read. Then: does it meet a fault, is it one too many, is it well-formed; then its handler serves it.
 */
export function createPlatform(options: PlatformOptions): Serve {
  const { contract, handlers, store, wallClock, correlationId } = options;
  const deprecations = new Map<Operation, Readonly<Record<string, string>>>();

  return async (operation, visit, read) => {
    visit.headers = deprecated(operation);
    const { request, admitted } = await readAdmitted(operation, visit, read);
    const { problems, input } = contract.checkRequest(operation, request);
    visit.problems = problems;
    const located = admitted ?? (await locateClaimed(operation, input, visit));
    const answer = await answerTo({ operation, request, problems, input, visit, located });
    // A dropped answer is not validated.
    const answerProblems = answer.broken === "lost" ? [] : contract.checkAnswer(operation, answer);
    if (answerProblems.length > 0) throw new AnswerViolation(operation.operationId, answerProblems);
    return answer;
  };

  /** Reads the body only after the token is accepted, where the operation needs one. */
  async function readAdmitted(operation: Operation, visit: Visit, read: () => Promise<ContractRequest>) {
    if (operation.authentication === "none") return { request: await read(), admitted: undefined };
    const admitted = await admit(operation, visit);
    const began = performance.now();
    const request = await read();
    const isStale = performance.now() - began > admittedForMs;
    return { request, admitted: isStale ? await admit(operation, visit) : admitted };
  }

  /** Finds out who asks. @throws Refusal when they may not */
  async function admit(operation: Operation, visit: Visit): Promise<Located> {
    const located = await locate(store, wallClock, visit, bearerToken(visit.http.headers["authorization"]));
    const { session, now } = located;
    refuseEnded(operation, located);
    if (!session.profile || !session.accessToken) throw unauthenticated();
    try {
      refuseUnauthorized(operation, session.accessToken, now);
    } catch (error) {
      // A missing scope is a problem of the token, and no contract violation of the request.
      visit.problems = [];
      throw error;
    }
    return located;
  }

  /** The same for an operation that needs no access token. */
  async function locateClaimed(operation: Operation, input: Input, visit: Visit): Promise<Located> {
    const located = await locate(store, wallClock, visit, claimed(input));
    refuseEnded(operation, located);
    return located;
  }

  function refuseEnded(operation: Operation, { session, now, wall }: Located): void {
    if (options.keepSunsetOperations) return;
    warnOfSunset(operation, session.clock, Math.min(now, wall));
    refuseSunset(operation, now);
  }

  async function answerTo(asked: Asked): Promise<Answer> {
    const { operation, visit, located } = asked;
    const { session, accountId } = located;
    if (!session.hasFaults) return serve(asked);
    const fault = await meetFault(store, session.profile && accountId, operation.operationId);
    if (!fault) return serve(asked);
    visit.fault = fault.id;
    return serveUnder(fault, operation, () => serve(asked), correlationId);
  }

  async function serve({ operation, request, problems: found, input, visit, located }: Asked): Promise<Answer> {
    try {
      if (located.session.profile?.rateLimits ?? options.rateLimits) {
        visit.headers = { ...visit.headers, ...(await count(operation, located)) };
      }
      const problems = refusedProblems(found);
      if (problems.length > 0) throw basicCredentialsRefusal(operation, request, problems) ?? invalidRequest(problems);
      const result = await behave(handlers, operation, { ...located, store, input });
      return { status: result.status, headers: { "content-type": jsonType, ...result.headers }, body: result.body };
    } catch (error) {
      // The account has ended since it was asked who asks, and with it the token.
      throw error instanceof NoSuchAccount ? unauthenticated() : error;
    }
  }

  /** The limits are for each app in an account; who has no access token is no app. */
  async function count(operation: Operation, { accountId, session, now }: Located): Promise<Readonly<Record<string, string>>> {
    const { profile, accessToken, mark } = session;
    if (operation.authentication === "none" || accountId === undefined || !profile || !accessToken) return {};
    return countRequest({ store, accountId, mark, clientId: accessToken.clientId, profile, now });
  }

  function deprecated(operation: Operation): Readonly<Record<string, string>> {
    let headers = deprecations.get(operation);
    if (!headers) {
      headers = operation.deprecated ? deprecationHeaders(operation) : {};
      deprecations.set(operation, headers);
    }
    return headers;
  }
}

interface Asked {
  readonly operation: Operation;
  readonly request: ContractRequest;
  readonly problems: readonly Problem[];
  readonly input: Input;
  readonly visit: Visit;
  readonly located: Located;
}

/** The credential by which a request without an access token tells its account: the token in its path, or its client id. */
function claimed({ path, body }: Input): string | undefined {
  const { token } = path as { readonly token?: unknown };
  const { client_id: clientId } = (body ?? {}) as { readonly client_id?: unknown };
  return [token, clientId].find((value) => typeof value === "string");
}

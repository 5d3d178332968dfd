import { AnswerViolation } from "../contract/answerViolation.ts";
import { bearerToken } from "../contract/bearer.ts";
import type { Contract, Input, Verdict } from "../contract/contract.ts";
import { type Answer, type ContractRequest, jsonType } from "../contract/message.ts";
import { basicCredentialsRefusal } from "../contract/oauthErrors.ts";
import type { Operation } from "../contract/operations.ts";
import { invalidRequest, refusedProblems, unauthenticated } from "../contract/refusal.ts";
import type { Serve, Visit } from "../http/visit.ts";
import { NoSuchAccount } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { refuseUnauthorized } from "./authorization.ts";
import { behave, type HandlerTable } from "./behaviour.ts";
import type { WallClock } from "./clock.ts";
import { deprecationHeaders, refuseSunset } from "./deprecation.ts";
import { meetFault, serveUnder } from "./faults.ts";
import { type Located, locate } from "./locate.ts";
import { countRequest } from "./rateLimits.ts";

export interface PlatformOptions {
  readonly contract: Contract;
  readonly handlers: HandlerTable;
  readonly store: Store;
  readonly wallClock: WallClock;
  readonly rateLimits: boolean;
  readonly correlationId: () => string;
}

/**
 * The platform behind the contract. A request passes, in this order: is the interface still there, who asks and may they,
 * does it meet a fault, is it one too many, is it well-formed; then its handler serves it.
 */
export function createPlatform(options: PlatformOptions): Serve {
  const { contract, handlers, store, wallClock, correlationId } = options;
  const deprecations = new Map<Operation, Readonly<Record<string, string>>>();

  return async (operation, request, visit) => {
    visit.headers = deprecated(operation);
    const { answer, answerProblems } = await contract.exchange(operation, request, (verdict, input) =>
      answerTo({ operation, request, verdict, input, visit }),
    );
    // What nobody gets need not be well-formed.
    if (answer.broken !== "lost" && answerProblems.length > 0) throw new AnswerViolation(operation.operationId, answerProblems);
    return answer;
  };

  async function answerTo(asked: Asked): Promise<Answer> {
    const { operation, visit } = asked;
    visit.problems = asked.verdict.problems;
    const admitted = await admit(asked);
    const { session, accountId } = admitted;
    if (!session.hasFaults) return serve(asked, admitted);
    const fault = await meetFault(store, session.profile && accountId, operation.operationId);
    if (!fault) return serve(asked, admitted);
    visit.fault = fault.id;
    return serveUnder(fault, operation, () => serve(asked, admitted), correlationId);
  }

  /** Finds out who asks. @throws Refusal when they may not */
  async function admit({ operation, request, input, visit }: Asked): Promise<Located> {
    const credential = operation.authentication === "none" ? claimed(input) : bearerToken(request.headers["authorization"]);
    const located = await locate(store, wallClock, visit, credential);
    const { session, now } = located;
    refuseSunset(operation, now);
    if (operation.authentication === "none") return located;
    if (!session.profile || !session.accessToken) throw unauthenticated();
    refuseUnauthorized(operation, session.accessToken, now);
    return located;
  }

  async function serve({ operation, request, verdict, input, visit }: Asked, located: Located): Promise<Answer> {
    try {
      if (located.session.profile?.rateLimits ?? options.rateLimits) {
        visit.headers = { ...visit.headers, ...(await count(operation, located)) };
      }
      const problems = refusedProblems(verdict.problems);
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
  readonly verdict: Verdict;
  readonly input: Input;
  readonly visit: Visit;
}

/** The credential by which a request without an access token tells its account: the token in its path, or its client id. */
function claimed({ path, body }: Input): string | undefined {
  const { token } = path as { readonly token?: unknown };
  const { client_id: clientId } = (body ?? {}) as { readonly client_id?: unknown };
  return [token, clientId].find((value) => typeof value === "string");
}

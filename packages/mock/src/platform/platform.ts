import { AnswerViolation } from "../answers/answer.ts";
import { bearerToken } from "../contract/bearer.ts";
import type { Contract, Input, Verdict } from "../contract/contract.ts";
import { type Answer, type ContractRequest, jsonType } from "../contract/message.ts";
import type { Operation } from "../contract/operations.ts";
import { invalidRequest, unauthenticated } from "../contract/refusal.ts";
import type { Serve, Visit } from "../front/visit.ts";
import type { Session, Store } from "../store/store.ts";
import { refuseUnauthorized } from "./authorization.ts";
import { behave, type HandlerTable } from "./behaviour.ts";
import { timeOn, type WallClock } from "./clock.ts";
import { deprecationHeaders, refuseSunset } from "./deprecation.ts";
import { meetFault, serveUnder } from "./faults.ts";
import { accountIdOf, hashOf } from "./ids.ts";
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
    if (!admitted.session?.hasFaults) return serve(asked, admitted);
    const fault = await meetFault(store, admitted.accountId, operation.operationId);
    if (!fault) return serve(asked, admitted);
    visit.fault = fault.id;
    return serveUnder(fault, operation, () => serve(asked, admitted), correlationId);
  }

  /** Finds out who asks. @throws Refusal when they may not */
  async function admit({ operation, request, input, visit }: Asked): Promise<Admitted> {
    const credential = operation.authentication === "none" ? claimed(input) : bearerToken(request.headers["authorization"]);
    const accountId = credential === undefined ? undefined : accountIdOf(credential);
    const session = await store.session(accountId ?? 0, credential === undefined ? "" : hashOf(credential));
    const now = timeOn(session.clock, wallClock());
    visit.now = now;
    if (session.profile && accountId !== undefined) visit.accountId = accountId;
    refuseSunset(operation, now);
    if (operation.authentication === "none") return { accountId, session, now };
    if (!session.profile || !session.accessToken) throw unauthenticated();
    refuseUnauthorized(operation, session.accessToken, now);
    return { accountId, session, now };
  }

  async function serve({ operation, verdict, input, visit }: Asked, { accountId, session, now }: Admitted): Promise<Answer> {
    if (session.profile?.rateLimits ?? options.rateLimits) {
      visit.headers = { ...visit.headers, ...(await count(operation, { accountId, session, now })) };
    }
    if (verdict.problems.length > 0) throw invalidRequest(verdict.problems);
    const result = await behave(handlers, operation, { store, input, session, accountId, origin: visit.http.url.origin, now });
    return { status: result.status, headers: { "content-type": jsonType, ...result.headers }, body: result.body };
  }

  /** The limits are for each app in an account; who has no access token is no app. */
  async function count(operation: Operation, { accountId, session, now }: Admitted): Promise<Readonly<Record<string, string>>> {
    if (operation.authentication === "none" || accountId === undefined || !session.profile || !session.accessToken) return {};
    return countRequest({ store, accountId, clientId: session.accessToken.clientId, profile: session.profile, now });
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

interface Admitted {
  readonly accountId: number | undefined;
  readonly session: Session;
  readonly now: number;
}

/** The credential by which a request without an access token tells its account: the token in its path, or its client id. */
function claimed({ path, body }: Input): string | undefined {
  const { token } = path as { readonly token?: unknown };
  const { client_id: clientId } = (body ?? {}) as { readonly client_id?: unknown };
  return [token, clientId].find((value) => typeof value === "string");
}

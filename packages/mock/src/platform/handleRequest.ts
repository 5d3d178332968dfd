import type { CompiledContract, Input } from "../contract/contract.ts";
import { AnswerViolation } from "../contract/errors/answerViolation.ts";
import { basicCredentialsRefusal } from "../contract/errors/oauthErrors.ts";
import { invalidRequest, refusedProblems, unauthenticated } from "../contract/errors/refusal.ts";
import { sunsetRefusal } from "../contract/errors/sunset.ts";
import type { ContractRequest, Problem } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { Serve } from "../http/serve.ts";
import { NoSuchAccount } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { refuseUnauthorized } from "./authorization.ts";
import type { WallClock } from "./clock.ts";
import { deprecationHeaders, warnOfSunset } from "./deprecation.ts";
import { type Fault, faultAnswer, meetFault, withFault } from "./faults.ts";
import { type Located, locate, locateByToken, placeOf } from "./locate.ts";
import { countRequest } from "./rateLimits.ts";
import { type HandlerTable, runHandler } from "./runHandler.ts";

export interface PlatformOptions {
  readonly contract: CompiledContract;
  readonly handlers: HandlerTable;
  readonly store: Store;
  readonly wallClock: WallClock;
  readonly rateLimits: boolean;
  readonly keepSunsetOperations: boolean;
  readonly correlationId: () => string;
}

// If the body takes longer than this, the token is checked again.
const admittedForMs = 1_000;

/** Creates the platform, which takes a request from its access token to its response. */
export function createPlatform({ contract, handlers, store, wallClock, correlationId, ...options }: PlatformOptions): Serve {
  return async (operation, http, read) => {
    const needsToken = operation.authentication === "required";
    let headers = deprecationHeaders(operation);
    let located: Located | undefined;
    let request: ContractRequest | undefined;
    let problems: readonly Problem[] | undefined;
    let fault: Fault | undefined;
    try {
      if (needsToken) {
        located = await locateByToken(store, wallClock, http);
        authenticate(operation, located);
      }

      const began = performance.now();
      request = await read();
      if (needsToken && performance.now() - began > admittedForMs) {
        located = await locateByToken(store, wallClock, http);
        authenticate(operation, located);
      }

      const checked = contract.checkRequest(operation, request);
      problems = checked.problems;

      if (!located) {
        located = await locate(store, wallClock, claimedCredential(checked.input));
        refuseEnded(operation, located);
      }

      fault = located.session.hasFaults ? await meetFault(store, located, operation) : undefined;
      let answer = fault && (await faultAnswer(fault, operation, correlationId));
      if (!answer) {
        headers = { ...headers, ...(await countAgainstLimits(operation, located)) };
        refuseInvalid(operation, request, problems);
        answer = await runHandler(handlers, operation, { ...located, store, input: checked.input });
      }
      answer = withFault(answer, fault);

      // A dropped answer is not validated.
      const violations = answer.broken === "lost" ? [] : contract.checkAnswer(operation, answer);
      if (violations.length > 0) throw new AnswerViolation(operation.operationId, violations);
      return { answer, place: placeOf(located), request, problems, fault: fault?.id, headers };
    } catch (thrown) {
      // The account may have been deleted since the token was accepted.
      const error = thrown instanceof NoSuchAccount ? unauthenticated() : thrown;
      return { error, place: located && placeOf(located), request, problems, fault: fault?.id, headers };
    }
  };

  /** @throws Refusal when the operation has ended, or the access token does not authorize it */
  function authenticate(operation: Operation, located: Located): void {
    refuseEnded(operation, located);
    const { profile, accessToken } = located.session;
    if (!profile || !accessToken) throw unauthenticated();
    refuseUnauthorized(operation, accessToken, located.now);
  }

  function refuseEnded(operation: Operation, { session, now, wall }: Located): void {
    if (options.keepSunsetOperations) return;
    warnOfSunset(operation, session.clock, Math.min(now, wall));
    const refusal = operation.sunset && sunsetRefusal("This interface", operation.sunset, now);
    if (refusal) throw refusal;
  }

  /** Rate limits apply per app and account; requests without an access token are not counted. */
  async function countAgainstLimits(operation: Operation, { accountId, session, now }: Located) {
    const { profile, accessToken, mark } = session;
    const isLimited = operation.authentication === "required" && (profile?.rateLimits ?? options.rateLimits);
    if (!isLimited || accountId === undefined || !profile || !accessToken) return undefined;
    return countRequest({ store, accountId, mark, clientId: accessToken.clientId, profile, now });
  }
}

function refuseInvalid(operation: Operation, request: ContractRequest, problems: readonly Problem[]): void {
  const refused = refusedProblems(problems);
  if (refused.length > 0) throw basicCredentialsRefusal(operation, request, refused) ?? invalidRequest(refused);
}

/** The credential that identifies the account for an operation without an access token: the token in the path, or the client id. */
function claimedCredential({ path, body }: Input): string | undefined {
  const { token } = path as { readonly token?: unknown };
  const { client_id: clientId } = (body ?? {}) as { readonly client_id?: unknown };
  return [token, clientId].find((value) => typeof value === "string");
}

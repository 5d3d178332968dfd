import type { ContractOf } from "../contract/compiled/contracts.ts";
import type { Input } from "../contract/contract.ts";
import { basicCredentialsRejection } from "../contract/errors/oauthErrors.ts";
import { invalidRequest, ResponseViolation, rejectedProblems, sunsetRejection, tokenRejection } from "../contract/errors/rejection.ts";
import type { ContractRequest, Problem } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { Effects, Serve } from "../http/serve.ts";
import type { Change } from "../store/accountStore.ts";
import { NoSuchAccount } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { rejectUnauthorized } from "./authorization.ts";
import { advanced, type WallClock } from "./clock.ts";
import type { Context } from "./context.ts";
import { deprecationHeaders, warnOfSunset } from "./deprecation.ts";
import { effectsOf } from "./effects.ts";
import { type Fault, faultResponse, meetFault, searchLagOf, withFault } from "./faults.ts";
import { type AccountSession, locate, locateByToken, placeOf } from "./locate.ts";
import { runPart } from "./partialFailure.ts";
import { countRequest } from "./rateLimits.ts";
import { type HandlerTable, runHandler } from "./runHandler.ts";

export interface PlatformOptions {
  readonly contractOf: ContractOf;
  readonly handlers: HandlerTable;
  readonly store: Store;
  readonly wallClock: WallClock;
  readonly rateLimits: boolean;
  readonly keepSunsetOperations: boolean;
  readonly isWebhookHost: Context["isWebhookHost"];
  readonly correlationId: () => string;
}

// The token is checked again if reading the body takes longer than this time.
const admittedForMs = 1_000;

export function createPlatform({ contractOf, handlers, store, wallClock, correlationId, ...options }: PlatformOptions): Serve {
  return async (operation, http, read) => {
    const needsToken = operation.authentication === "required";
    let headers = deprecationHeaders(operation);
    let account: AccountSession | undefined;
    let request: ContractRequest | undefined;
    let problems: readonly Problem[] | undefined;
    let fault: Fault | undefined;
    let effects: Effects | undefined;
    try {
      if (needsToken) {
        account = await locateByToken(store, wallClock, http);
        headers = deprecationHeaders(operation, account.now);
        authenticate(operation, account);
      }

      const began = performance.now();
      request = await read();
      if (needsToken && performance.now() - began > admittedForMs) {
        account = await locateByToken(store, wallClock, http);
        authenticate(operation, account);
      }

      const contract = await contractOf(operation);
      const check = contract.checkRequest(operation, request);
      problems = check.problems;

      if (!account) {
        account = await locate(store, wallClock, claimedCredential(check.input));
        headers = deprecationHeaders(operation, account.now);
        rejectEnded(operation, account);
      }

      fault = account.session.hasFaults && !account.isUser ? await meetFault(store, account, operation) : undefined;
      if (fault?.effect.type === "advanceClock") {
        await advanceClock(account, fault.effect.milliseconds);
        account = await (needsToken ? locateByToken(store, wallClock, http) : locate(store, wallClock, claimedCredential(check.input)));
        headers = deprecationHeaders(operation, account.now);
        if (needsToken) authenticate(operation, account);
        else rejectEnded(operation, account);
      }
      let response = fault && (await faultResponse(fault, operation, correlationId));
      if (!response) {
        headers = { ...headers, ...(await countAgainstLimits(operation, account)) };
        rejectInvalid(operation, request, problems);
        const occasion = {
          ...account,
          store,
          bodyLength: request.bodyLength,
          searchLagMs: searchLagOf(fault),
          isWebhookHost: options.isWebhookHost,
          onChanged: (changes: readonly Change[]) => {
            effects = effectsOf(changes);
          },
        };
        const run = (input: Input) => runHandler(handlers, operation, { ...occasion, input });
        const effect = fault?.effect.type === "partialFailure" ? fault.effect : undefined;
        response = await (effect ? runPart(effect, operation, check.input, run) : run(check.input));
      }
      response = withFault(response, fault);

      const violations = response.drop === "lost" ? [] : contract.checkResponse(operation, response);
      if (violations.length > 0) throw new ResponseViolation(operation.operationId, violations);
      return { response, place: placeOf(account), request, problems, fault: fault?.id, headers, effects };
    } catch (cause) {
      // This error means that the account was deleted after the token was accepted.
      const error = cause instanceof NoSuchAccount ? tokenRejection() : cause;
      return { error, place: account && placeOf(account), request, problems, fault: fault?.id, headers, effects };
    }
  };

  async function advanceClock({ accountId }: AccountSession, milliseconds: number): Promise<void> {
    if (accountId === undefined) return;
    await store.transaction(accountId, async (account) => account.setClock(advanced(await account.effectiveClock(), milliseconds)));
  }

  function authenticate(operation: Operation, account: AccountSession): void {
    rejectEnded(operation, account);
    if (account.isUser) return;
    const { profile, accessToken } = account.session;
    if (!profile || !accessToken) throw tokenRejection();
    rejectUnauthorized(operation, accessToken, account.now);
  }

  function rejectEnded(operation: Operation, { session, now, wall }: AccountSession): void {
    if (options.keepSunsetOperations) return;
    warnOfSunset(operation, session.clock, Math.min(now, wall));
    const name = operation.version ? `Version ${operation.version.name} of this interface` : "This interface";
    const rejection = operation.sunset && sunsetRejection(name, operation.sunset, now);
    if (rejection) throw rejection;
  }

  /** Rate limits apply per app and account; requests without an access token, and those of users, are not counted. */
  async function countAgainstLimits(operation: Operation, { accountId, session, now }: AccountSession) {
    const { profile, accessToken, generation } = session;
    const isLimited = operation.authentication === "required" && (profile?.rateLimits ?? options.rateLimits);
    if (!isLimited || accountId === undefined || !profile || !accessToken) return undefined;
    const isFrozen = session.clock.mode === "frozen";
    return countRequest({ store, accountId, generation, clientId: accessToken.clientId, operation, profile, now, isFrozen });
  }
}

function rejectInvalid(operation: Operation, request: ContractRequest, problems: readonly Problem[]): void {
  const reasons = rejectedProblems(problems);
  if (reasons.length > 0) throw basicCredentialsRejection(operation, request, reasons) ?? invalidRequest(reasons);
}

/** Returns the token in the path or the body, or the client id. Each identifies the account of a request without an access token. */
function claimedCredential({ path, body }: Input): string | undefined {
  const { token } = path as { readonly token?: unknown };
  const { client_id: clientId, tokenKey } = (body ?? {}) as { readonly client_id?: unknown; readonly tokenKey?: unknown };
  return [token, tokenKey, clientId].find((value) => typeof value === "string");
}

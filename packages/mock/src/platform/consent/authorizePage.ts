import type { ContractResponse } from "../../contract/message.ts";
import { groupByName, type HttpRequest, isOwnPage } from "../../http/httpRequest.ts";
import type { Place, Render } from "../../http/serve.ts";
import type { Store } from "../../store/store.ts";
import type { WallClock } from "../clock.ts";
import type { OpenContext } from "../context.ts";
import { locate, placeOf } from "../locate.ts";
import { openContext } from "../runHandler.ts";
import { type Authorization, authorize, type Decision, type Question } from "./authorize.ts";
import { type ReadRequest, readAuthorization } from "./authorizeRequest.ts";
import { formTokenOf, isFormOf, readSignIn, signInCookie } from "./signIn.ts";

export type AuthorizeView =
  | { readonly view: "signIn"; readonly question: Question; readonly otherAccountId: number | undefined }
  | { readonly view: "consent"; readonly question: Question; readonly formToken: string }
  /** @property message must not contain values from the request */
  | { readonly view: "mistake"; readonly status: 400 | 403; readonly message: string };

export interface AuthorizePageParts {
  readonly store: Store;
  readonly wallClock: WallClock;
  readonly strict: boolean;
  readonly show: (view: AuthorizeView) => Promise<ContractResponse>;
}

export const authorizePath = "/oauth/authorize";

/** `GET` shows the consent page, or redirects if the query has a `decision`. `POST` receives the forms. */
export function authorizePage({ store, wallClock, strict, show }: AuthorizePageParts): Render {
  return async (http) => {
    if (http.method !== "POST") {
      const pageRequest = await read(http, http.url.searchParams);
      return { response: await fromAddress(pageRequest), place: pageRequest.place };
    }
    if (!isOwnPage(http.headers, http.url)) return { response: await rejectForgery("The form was not sent from a page of this mock.") };
    const pageRequest = await read(http, new URLSearchParams(new TextDecoder().decode(await http.body())));
    return { response: await fromForm(pageRequest), place: pageRequest.place };
  };

  async function read(http: HttpRequest, parameters: URLSearchParams): Promise<PageRequest> {
    const account = await locate(store, wallClock, parameters.get("client_id") ?? undefined);
    const request = readAuthorization(groupByName(parameters));
    return { http, parameters, request, context: openContext({ store, ...account }), place: placeOf(account) };
  }

  async function fromAddress({ http, parameters, request, context }: PageRequest): Promise<ContractResponse> {
    if (request.decision !== undefined && isOfNoPage(http)) return decide(request, "all", context, 302);
    const authorization = await authorize(request, undefined, context, { strict });
    if (authorization.kind !== "question") return responseOf(authorization, 302);
    const { question } = authorization;
    const signIn = readSignIn(http.headers["cookie"]);
    if (signIn?.accountId === question.accountId && parameters.get("prompt") !== "select_account") {
      return show({ view: "consent", question, formToken: formTokenOf(signIn, question.fields) });
    }
    const isOther = signIn !== undefined && signIn.accountId !== question.accountId;
    return show({ view: "signIn", question, otherAccountId: isOther ? signIn.accountId : undefined });
  }

  async function fromForm({ http, parameters, request, context }: PageRequest): Promise<ContractResponse> {
    const authorization = await authorize(request, undefined, context, { strict });
    if (authorization.kind !== "question") return responseOf(authorization, 303);
    const { accountId, fields } = authorization.question;
    if (parameters.get("account") === String(accountId)) {
      const location = `${authorizePath}?${new URLSearchParams(fields)}`;
      return {
        status: 303,
        headers: { ...always, location, "set-cookie": signInCookie(accountId, http.headers["origin"]) },
        body: undefined,
      };
    }
    const signIn = readSignIn(http.headers["cookie"]);
    if (signIn?.accountId !== accountId || !isFormOf(signIn, fields, parameters.get("form_token") ?? "")) {
      return rejectForgery(
        "The form was loaded for a different browser, app or set of scopes, or the user has switched accounts since then. Open the install URL again.",
      );
    }
    return decide(request, request.selectedScopes, context, 303);
  }

  async function decide(
    request: ReadRequest,
    optional: Decision["optional"],
    context: OpenContext,
    status: 302 | 303,
  ): Promise<ContractResponse> {
    const choice = request.decision;
    const isOne = choice === "approve" || choice === "deny";
    const authorization = await authorize(request, isOne ? { choice, optional } : undefined, context, { strict });
    if (authorization.kind !== "question") return responseOf(authorization, status);
    return mistake(400, "The decision must be approve or deny.");
  }

  async function responseOf(authorization: Exclude<Authorization, { kind: "question" }>, status: 302 | 303): Promise<ContractResponse> {
    if (authorization.kind === "mistake") return mistake(400, authorization.message);
    const { location, error } = authorization;
    return { status, headers: { ...always, location }, body: undefined, error };
  }

  function rejectForgery(message: string): Promise<ContractResponse> {
    return mistake(403, message);
  }

  async function mistake(status: 400 | 403, message: string): Promise<ContractResponse> {
    return { ...(await show({ view: "mistake", status, message })), error: { category: "invalid_request", message } };
  }
}

interface PageRequest {
  readonly http: HttpRequest;
  readonly parameters: URLSearchParams;
  readonly request: ReadRequest;
  readonly context: OpenContext;
  readonly place: Place;
}

const always = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

/**
 * A page of another site must not decide for the user. Over plain HTTP to another machine, browsers omit `Sec-Fetch-Site`, so `User-Agent`
 * is checked instead.
 */
function isOfNoPage({ headers }: HttpRequest): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined ? !headers["user-agent"]?.startsWith("Mozilla/") : site === "none" || site === "same-origin";
}

import { serveExamples } from "./answers/examples.ts";
import { compileContract } from "./contract/compiled/compileContract.ts";
import { Refusal, unauthenticated } from "./contract/errors/refusal.ts";
import { readOperations } from "./contract/openapi/operations.ts";
import { bearerToken } from "./contract/request/bearer.ts";
import { bodyLimits } from "./contract/request/bodySize.ts";
import { inputCheck } from "./control/api/checks.ts";
import { controlContract } from "./control/api/contract.ts";
import { serveControl } from "./control/api/serve.ts";
import { inOrder } from "./control/clock/changes.ts";
import type { Control } from "./control/control.ts";
import { createControl } from "./control/createControl.ts";
import { changeAccount } from "./control/existingAccount.ts";
import { seedHint } from "./control/seedHint.ts";
import { writeState } from "./control/state/state.ts";
import { crmPlatform } from "./crmPlatform.ts";
import { addDemoAccount } from "./demo.ts";
import { fetchFrom } from "./front/body/readBody.ts";
import type { OnError } from "./front/failure.ts";
import { createFront, type Front } from "./front/front.ts";
import type { Wire } from "./front/wire/serve.ts";
import { handlers } from "./handlers/table.ts";
import { type HttpRequest, ownProcess } from "./http/httpRequest.ts";
import { readPrefer } from "./http/prefer.ts";
import type { OnServed, Place, Serve, ServedRequest } from "./http/serve.ts";
import { checkOptions } from "./options.ts";
import type { WallClock } from "./platform/clock.ts";
import { authorizePage, authorizePath } from "./platform/consent/authorizePage.ts";
import { createPlatform } from "./platform/handleRequest.ts";
import { createCorrelationIds } from "./platform/ids.ts";
import { keepJournal } from "./platform/journal.ts";
import { locateByToken, placeOf } from "./platform/locate.ts";
import { unavailableRefusal } from "./platform/unavailable.ts";
import { StoreClosed } from "./store/errors.ts";
import { openStore } from "./store/open.ts";
import { showAuthorize } from "./web/oauth/authorize.ts";
import { createSites } from "./web/sites.ts";

export interface MockOptions {
  /**
   * Where the state is kept: `memory`, `file:PATH` for a file that one process has to itself, or `postgres://…` for any number
   * of processes. Default: `memory`.
   */
  readonly database?: string;
  /**
   * Feeds all ids and tokens: with the same seed, a clock that stands still and the same calls, every answer is the same. On
   * Postgres all but the ids of failures, which tell the processes apart. Tokens can be computed from the seed: give a random one to
   * a mock that other machines can reach. Default: in memory always the same, else that of the database.
   */
  readonly idSeed?: string;
  /** Whether requests are limited, as they are on the platform. An account can decide otherwise. Default: no. */
  readonly rateLimits?: boolean;
  /**
   * Whether query parameters, fields of a body and scopes that the document does not have are refused, and what the real service
   * is only observed to accept. Default: no, as on the platform.
   */
  readonly strict?: boolean;
  /**
   * Whether operations go on working after the day on which they end; OAuth v1 ends on 2027-02-16. Default: no, from that day on
   * they answer 410, by the mock's clock.
   */
  readonly keepSunsetOperations?: boolean;
  /** Whether the mock has the account of the examples, see `addDemoAccount`: from the start, and again after every reset. Default: no. */
  readonly demo?: boolean;
  /** Who sends it as a bearer token may use the control API from anywhere. Without one it is open to this machine only. */
  readonly controlToken?: string;
  /** The largest request body in bytes, for every operation; by default 2 MiB of JSON or 64 KiB of a form. */
  readonly bodyLimit?: number;
  /** Called with every failure of the mock itself. */
  readonly onError?: OnError;
  /**
   * Called with every request and its response, except for pages, CORS preflights and data that is not HTTP. `onError` gets what
   * it throws.
   */
  readonly onServed?: OnServed;
  /** The machine's time in milliseconds since the epoch, which the mock's clock follows. Default: `Date.now`. */
  readonly wallClock?: WallClock;
}

/** The platform in a process: what one call writes, the next one reads. */
export interface Mock extends Control {
  /** The base URL for clients that get `fetch`, too. No port belongs to it. */
  readonly url: string;
  /**
   * Answers a request. Takes what `fetch` takes, with an absolute URL of any host. A failure of the mock is a 500 and a call
   * of `onError`. It rejects when a fault cuts the connection, when no request can be made of the arguments, and when the mock
   * is closed.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** How `serveMock` asks it. */
  readonly take: (wire: Wire) => boolean;
  readonly pass: (request: Request, wire: Wire) => Promise<Response>;
  /** Ends the mock and lets go of its database. */
  close(): Promise<void>;
}

/**
 * Makes a mock.
 * @throws TypeError for an option that is unknown or wrong, before anything is opened
 * @throws Error when the database cannot be opened, is newer than this program, or is not one of a mock
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions(options);
  const { database = "memory", rateLimits = false, strict = false, wallClock = Date.now, onError = () => {} } = options;
  const { keepSunsetOperations = false } = options;
  const store = await openStore({ database, ...(options.idSeed === undefined ? {} : { idSeed: options.idSeed }) });
  const operations = readOperations(crmPlatform);
  const correlationIds = createCorrelationIds(store.idSeed, database.startsWith("postgres") ? crypto.randomUUID() : "");
  const correlationId = () => correlationIds.next();
  const contract = compileContract(crmPlatform, { strict });
  const ownContract = controlContract();
  const changes = inOrder();
  const check = inputCheck(ownContract);
  const context = { store, wallClock, strict, onReset };
  const control = createControl(context, { check, changes });
  const controlApi = serveControl(ownContract, context, options.controlToken);
  const placed = async (http: HttpRequest) => placeOf(await locateByToken(store, wallClock, http));
  const sites = createSites({
    control,
    store,
    seedFrom: (accountId, stateOf) =>
      changeAccount(context, accountId, async ({ account, now }) => {
        const { body } = check("state.seed", { path: { accountId }, body: await stateOf(account, now) });
        await writeState(account, body, { now, replaces: false });
      }),
    controlToken: options.controlToken,
    fetch: (request) => front.fetch(request, ownProcess),
    wallClock,
    onError: (error) => onError(error, { correlationId: correlationId() }),
  });
  const journal = keepJournal(store.journal, crmPlatform, wallClock);
  const front: Front = createFront({
    document: crmPlatform,
    apis: [
      {
        document: crmPlatform,
        operations,
        serve: unlessPreferred(
          createPlatform({ contract, handlers, store, wallClock, rateLimits, keepSunsetOperations, correlationId }),
          serveExamples(crmPlatform, correlationId).serve,
          placed,
        ),
        limits: bodyLimits(options.bodyLimit),
      },
      controlApi,
    ],
    pages: {
      [authorizePath]: { methods: ["GET", "POST"], render: authorizePage({ store, wallClock, strict, show: showAuthorize }) },
      "/__mock/v1/openapi.json": { document: controlApi.document },
    },
    sites,
    home: "/docs/",
    source: "state",
    onError,
    failureRefusal: unavailableRefusal,
    onServed: (served, answer) => {
      if (isJournaled(served)) journal(served, answer);
      options.onServed?.(served, answer);
    },
    locate: placed,
    hint: seedHint,
    correlationId,
  });

  if (options.demo) {
    await addDemo().catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
  }
  let closed = false;
  return {
    ...control,
    url: "http://crm-platform.test",
    fetch: fetchFrom(async (request) => {
      if (closed) throw new StoreClosed();
      await changes.settled();
      return front.fetch(request, ownProcess);
    }),
    // What has to wait for the clock goes the other way.
    take: (wire) => !changes.arePending() && front.take(wire),
    pass: async (request, { incoming, closing }) => {
      await changes.settled();
      return front.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? "", closing });
    },
    close: async () => {
      closed = true;
      await store.close();
    },
  };

  async function onReset(): Promise<void> {
    correlationIds.restart();
    if (options.demo) await addDemo();
  }

  /** The database has the account already where another start or another reset has made it. */
  async function addDemo(): Promise<void> {
    await addDemoAccount(control).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.category !== "CONFLICT") throw error;
    });
  }
}

/** The journal leaves out the control API, mistyped calls too, and the icon that browsers request on their own. */
function isJournaled({ shownPath }: ServedRequest): boolean {
  return !/^\/__mock(\/|$)/.test(shownPath) && shownPath !== "/favicon.ico";
}

/** Answers from the examples where the request prefers one of them. */
function unlessPreferred(serve: Serve, serveExample: Serve, locate: (http: HttpRequest) => Promise<Place>): Serve {
  const prefer: Serve = async (operation, http, read) => {
    const place = await locate(http);
    const hasToken = bearerToken(http.headers["authorization"]) !== undefined;
    if (operation.authentication === "required" && !hasToken) return { error: unauthenticated(), place };
    return { ...(await serveExample(operation, http, read)), place };
  };
  return (operation, http, read) => {
    const preference = readPrefer(http.headers["prefer"]);
    return Object.keys(preference).length === 0 ? serve(operation, http, read) : prefer(operation, http, read);
  };
}

import { serviceNames } from "@crm-platform/types/serviceNames";
import { type ContractOf, contractsByArea } from "./contract/compiled/contracts.ts";
import { Rejection } from "./contract/errors/rejection.ts";
import { isObject } from "./contract/openapi/document.ts";
import { bodyLimits } from "./contract/request/bodySize.ts";
import { controlContract } from "./control/api/contract.ts";
import { sendInProcess, serveControl } from "./control/api/serve.ts";
import { controlOf, type InProcessControl } from "./control/client/control.ts";
import { watchRequests } from "./control/operations/requests.ts";
import { crmPlatform, platformOperations } from "./crmPlatform.ts";
import { addDemoAccount } from "./demo.ts";
import { contractByPath, serveExamples, unlessPreferred } from "./examples/examples.ts";
import { adaptVersions, linkPages } from "./front/adaptVersions.ts";
import { fetchFrom } from "./front/body/readBody.ts";
import { createFront, type Front } from "./front/front.ts";
import { adaptNames, inDocumentNames } from "./front/serviceNames.ts";
import type { Wire } from "./front/wire/wire.ts";
import { validators } from "./generated/validators.ts";
import { handlers } from "./handlers/table.ts";
import { hostnameOf, isLocalHost } from "./http/host.ts";
import { type HttpRequest, ownProcess } from "./http/httpRequest.ts";
import { checkOptions } from "./http/options.ts";
import type { Serve, ServedRequest } from "./http/serve.ts";
import { type MockOptions, mockOptions } from "./options.ts";
import { CalledVersions } from "./platform/calledVersions.ts";
import { type AuthorizeView, authorizePage, authorizePath } from "./platform/consent/authorizePage.ts";
import { deviating } from "./platform/deviations.ts";
import { createPlatform } from "./platform/handleRequest.ts";
import { createCorrelationIds } from "./platform/ids.ts";
import { keepJournal } from "./platform/journal.ts";
import { locateByToken, placeOf } from "./platform/locate.ts";
import { unavailableRejection } from "./platform/unavailable.ts";
import { listenSmtp, type SmtpListener, type SmtpOptions } from "./smtp/listen.ts";
import { StoreClosed } from "./store/errors.ts";
import { openStore } from "./store/open.ts";
import { Queue } from "./store/queue.ts";
import { createSites } from "./web/sites.ts";
import type { WebhookHandler } from "./webhooks/attempts.ts";
import { Deliverer } from "./webhooks/deliverer.ts";

/** The base URL of every in-process mock. */
const ownUrl = "http://crm-platform.test";

/** An in-process mock of the platform, with its state. */
export interface Mock extends InProcessControl {
  /** The base URL for clients that use the mock's `fetch`. No server listens on it. */
  readonly url: string;
  /**
   * Handles a request. Accepts the arguments of `fetch`, with an absolute URL on any host. An internal error is returned as a 500 and
   * passed to `onError`. Rejects when a fault drops the connection, when the arguments are invalid, and when the mock is closed.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /**
   * Listens for email by SMTP. Clients log in with the username and password of an SMTP token. Email arrives in the outbox of the token's
   * account and is not delivered anywhere else. `close` also closes the listener.
   * @throws Error when the port is in use or not permitted; the message states a solution
   * @example const { host, port } = await mock.smtp();
   */
  readonly smtp: (options?: SmtpOptions) => Promise<SmtpListener>;
  /**
   * Passes the webhooks of all accounts to a handler instead of sending them to their target URLs. Another call replaces the handler.
   * @returns a function that removes the handler
   * @throws TypeError when the handler is not a function
   * @example mock.onWebhook(async (request) => console.log(await verifyWebhook(request, { clientSecret })));
   */
  readonly onWebhook: (handler: WebhookHandler) => () => void;
  /** Used by `serveMock`. */
  readonly take: (wire: Wire) => boolean;
  readonly pass: (request: Request, wire: Wire) => Promise<Response>;
  readonly expose: () => void;
  /** Closes the mock and its database. Rejects if the mock has the option `failBefore` and received calls in older versions. */
  close(): Promise<void>;
}

/**
 * Creates a mock of the CRM Platform.
 * @throws TypeError when an option is unknown or invalid; in that case, no database is opened
 * @throws Error when the database cannot be opened, is newer than this program, or belongs to another program
 * @example
 * const mock = await createMock();
 * const account = await mock.account();
 * await mock.fetch(`${mock.url}/cms/domains/2026-03`, { headers: { authorization: `Bearer ${account.accessToken}` } });
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  return openMock(options, { isPublic: false });
}

/** A mock of the command. */
export interface OpenMock extends Mock {
  /** Serves an agent over standard input and output. */
  readonly serveAgent: () => Promise<{ close(): Promise<void> }>;
}

/** @param exposure whether other machines can reach the mock. `serveMock` can change this only after deliveries have started. */
export async function openMock(options: MockOptions, exposure: { isPublic: boolean }): Promise<OpenMock> {
  checkOptions("createMock", options, mockOptions);
  const { database = "memory", rateLimits = false, strict = false, wallClock = Date.now, onError = () => {} } = options;
  const { keepSunsetOperations = false, failBefore, webhookHosts = [], serviceName } = options;
  const names = serviceName === undefined ? undefined : serviceNames(serviceName);
  const store = await openStore({ database, ...(options.idSeed === undefined ? {} : { idSeed: options.idSeed }) });
  const correlationIds = createCorrelationIds(store.idSeed, database.startsWith("postgres") ? crypto.randomUUID() : "");
  const correlationId = () => correlationIds.next();
  const report = (error: unknown) => onError(error, { correlationId: correlationId() });
  const ownContract = controlContract();
  const changes = new Queue();
  const allowedHosts = new Set(webhookHosts.map((host) => host.toLowerCase()));
  const isWebhookHost = (url: URL) => allowedHosts.has(hostnameOf(url)) || isLocalHost(hostnameOf(url));
  const calledVersions = new CalledVersions();
  const context = { store, wallClock, strict, calledVersions, onReset };
  let closed = false;
  const control = inProcessControl();
  // The pages are loaded on the first request, because most tests do not use them.
  const show = async (view: AuthorizeView) => (await import("./web/oauth/show.tsx")).show(view);
  const controlApi = serveControl(ownContract, context, options.controlToken);
  const placed = async (http: HttpRequest) => placeOf(await locateByToken(store, wallClock, http));
  const parts = {
    control,
    controlToken: options.controlToken,
    fetch: (request: Request) => front().fetch(request, ownProcess),
    copy: openCopy,
    wallClock,
    onError: (error: unknown) => {
      // Closing the mock interrupts the rendering of pages, which is not an error.
      if (!(error instanceof StoreClosed)) report(error);
    },
  };
  const sites = createSites(parts);
  // Created on the first request, because it reads the whole document.
  let created: Front | undefined;
  const front = () => {
    created ??= createPlatformFront();
    return created;
  };

  const deliverer = new Deliverer({
    store,
    wallClock,
    isShared: database.startsWith("postgres"),
    hosts: allowedHosts,
    isPublic: () => exposure.isPublic,
    names,
    waitForClockChanges: () => changes.settled(),
    onError: report,
  });
  if (options.demo) {
    await addDemo().catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
  }
  await deliverer.start();
  const listeners: SmtpListener[] = [];
  return {
    ...control,
    smtp: async (smtpOptions = {}) => {
      if (closed) throw new StoreClosed();
      const listener = await listenSmtp(smtpOptions, {
        store,
        wallClock,
        waitForClockChanges: () => changes.settled(),
        onError: report,
      });
      listeners.push(listener);
      return listener;
    },
    onWebhook: (handler) => deliverer.onWebhook(handler),
    url: ownUrl,
    fetch: fetchFrom(async (request) => {
      if (closed) throw new StoreClosed();
      await changes.settled();
      return front().fetch(request, ownProcess);
    }),
    serveAgent: async () => (await import("./mcp/server.ts")).serveAgent(parts),
    // Requests that must wait for a clock change are handled by `pass` instead.
    take: (wire) => changes.isEmpty && front().take(wire),
    pass: async (request, { incoming, closing }) => {
      await changes.settled();
      return front().fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? "", closing });
    },
    expose: () => {
      exposure.isPublic = true;
    },
    close: async () => {
      closed = true;
      await Promise.all([...listeners.map((listener) => listener.close()), deliverer.close()]);
      await store.close();
      if (failBefore !== undefined) calledVersions.rejectOlderThan(failBefore, crmPlatform());
    },
  };

  function inProcessControl(): InProcessControl {
    const send = sendInProcess(ownContract, context, (request) => (names ? inDocumentNames(request, names) : request));
    const common = controlOf({
      send: async (call) => {
        if (closed) throw new StoreClosed();
        return send(call);
      },
      changes,
    });
    const watch: InProcessControl["requests"]["watch"] = (filter = {}) => {
      const { signal, ...query }: typeof filter = isObject(filter) ? filter : {};
      const valid = common.requests.list(isObject(filter) ? { ...query, limit: 1 } : filter);
      return watchRequests(context, query, valid, signal);
    };
    return { ...common, requests: { ...common.requests, watch } };
  }

  function createPlatformFront(): Front {
    const document = crmPlatform();
    const contractOf = platformContract(strict);
    const journal = keepJournal(store.journal, document, wallClock);
    const platform = createPlatform({
      contractOf,
      handlers,
      store,
      wallClock,
      rateLimits,
      keepSunsetOperations,
      isWebhookHost,
      correlationId,
    });
    const examples = serveExamples(contractByPath(document), correlationId);
    const withExamples = unlessPreferred(linkPages(strict ? platform : deviating(platform)), examples, placed);
    const named = (serve: Serve) => (names ? adaptNames(serve, names) : serve);
    return createFront({
      document,
      apis: [
        {
          document,
          operations: platformOperations(),
          serve: named(adaptVersions(withExamples, strict)),
          limits: bodyLimits(options.bodyLimit),
          hasServiceNames: true,
        },
        // Its responses keep the names of the documents, so that a snapshot can be restored anywhere.
        { ...controlApi, serve: named(controlApi.serve) },
      ],
      pages: {
        [authorizePath]: { methods: ["GET", "POST"], render: authorizePage({ store, wallClock, strict, show }) },
        "/__mock/v1/openapi.json": { document: controlApi.document },
      },
      sites,
      home: "/docs/",
      source: "state",
      onError,
      failureRejection: unavailableRejection,
      onServed: (served, response) => {
        if (isJournaled(served)) {
          journal(served, response);
          if (served.operation) calledVersions.add(served.operation, served.appId);
        }
        options.onServed?.(served, response);
      },
      locate: placed,
      correlationId,
      requestId: (shownPath, accountId) => (isJournaled({ shownPath }) ? store.journal.nextRequestId(accountId) : undefined),
      names,
    });
  }

  async function openCopy(): Promise<Mock> {
    const { controlToken: _, failBefore: __, onServed: ___, ...same } = options;
    const copy = await openMock({ ...same, database: "memory", idSeed: store.idSeed, demo: false }, exposure);
    copy.onWebhook(() => undefined);
    return copy;
  }

  async function onReset(): Promise<void> {
    correlationIds.restart();
    if (options.demo) await addDemo();
  }

  /** Another process or an earlier start may have created the account. */
  async function addDemo(): Promise<void> {
    await addDemoAccount(control).catch((error: unknown) => {
      if (!(error instanceof Rejection) || error.category !== "CONFLICT") throw error;
    });
  }
}

const contracts = new Map<boolean, ContractOf>();

/** Creates each contract once per process, because tests create many mocks. */
function platformContract(strict: boolean): ContractOf {
  const contract = contracts.get(strict) ?? contractsByArea(crmPlatform(), validators, { strict });
  contracts.set(strict, contract);
  return contract;
}

/** Excludes the icon that browsers request and all paths of the control API, even unknown ones. */
function isJournaled({ shownPath }: Pick<ServedRequest, "shownPath">): boolean {
  return !/^\/__mock(\/|$)/.test(shownPath) && shownPath !== "/favicon.ico";
}

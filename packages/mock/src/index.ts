export { Rejection, ResponseViolation } from "./contract/errors/rejection.ts";
export type { Control, ControlledAccount } from "./control/client/control.ts";
export { addDemoAccount } from "./demo.ts";
export { createExampleMock, type ExampleMock, type ExampleMockOptions } from "./exampleMock.ts";
export type { OnError } from "./front/failure.ts";
export { serveMock } from "./front/wire/serve.ts";
export type { Fetcher, RunningServer, ServeOptions } from "./front/wire/server.ts";
export type { Wire } from "./front/wire/wire.ts";
export type {
  AccountInput,
  AccountState,
  FaultInput,
  RequestEntry,
  SavedSnapshot,
  SentEmail,
  Token,
  WebhookDelivery,
} from "./generated/control/schemas.ts";
export { createMock, type Mock } from "./mock.ts";
export type { MockOptions } from "./options.ts";
export { createProxy, type Proxy, type ProxyOptions } from "./proxy/proxy.ts";
export { type Violation, violationLine } from "./proxy/violation.ts";
export type { SmtpListener, SmtpOptions } from "./smtp/listen.ts";
export type { WebhookHandler } from "./webhooks/attempts.ts";

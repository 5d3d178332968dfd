export { AnswerViolation } from "./answers/answer.ts";
export type { OpenApiDocument, SunsetInterface } from "./contract/document.ts";
export type { OnError } from "./front/failure.ts";
export type { Page, Pages } from "./front/pages.ts";
export { type Fetcher, type RunningServer, type ServeOptions, serveMock, type Wire } from "./front/serve.ts";
export { createMock, type Mock, type MockOptions } from "./mock.ts";
export { createProxy, type Proxy, type ProxyOptions } from "./proxy/proxy.ts";
export { type Violation, violationLine } from "./proxy/violation.ts";

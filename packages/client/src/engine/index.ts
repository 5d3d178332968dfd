/** The hand-written part of the client, which runs the operations described by generated code. */

export { type BatchFailure, type BatchOutcome, type BatchProgress, type ChunkOptions, type Chunks, chunksOf } from "./batches/chunks.ts";
export { bindAreas } from "./bind.ts";
export { readAny } from "./call/body.ts";
export type { Call } from "./call/call.ts";
export { oauthError } from "./call/oauth.ts";
export { callWithChunks, callWithPages, callWithPagesAndChunks } from "./calls.ts";
export { type Connection, createConnection } from "./connection.ts";
export {
  AbortedError,
  ApiError,
  type ApiErrorOf,
  CallError,
  type CallErrorName,
  type ErrorCategory,
  isApiError,
  isCallError,
  NetworkError,
  OAuthError,
  ParseError,
  TimeoutError,
  WindowError,
} from "./errors.ts";
export type { Logger, LogLevel } from "./log.ts";
export type { Operation } from "./operation.ts";
export type {
  AccessTokenNeed,
  AccessTokenSource,
  CallOptions,
  ClientOptions,
  ConnectionOptions,
  Middleware,
  MiddlewareContext,
  RequestOptions,
} from "./options.ts";
export { type Page, type Pages, pagesOf } from "./pages/pages.ts";
export type { RateLimit } from "./rateLimit.ts";
export { prepare, secretsIn, withIdempotencyKey } from "./request/prepare.ts";
export { writeForm, writeQuery } from "./request/serialize.ts";
export type { Clock } from "./time.ts";

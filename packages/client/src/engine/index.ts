/** The hand-written part of the client: it runs operations that generated code describes. */
export { writeForm, writeMultipart, writeRaw } from "./bodies.ts";
export type { Call, Result } from "./call.ts";
export { type BatchFailure, type BatchOutcome, type BatchProgress, type ChunkOptions, type Chunks, chunksOf } from "./chunks.ts";
export { type Connection, createConnection } from "./connection.ts";
export { sendBasic, sendKey } from "./credentials.ts";
export {
  AbortedError,
  ApiError,
  CallError,
  type CallErrorName,
  isCallError,
  NetworkError,
  OAuthError,
  ParseError,
  TimeoutError,
} from "./errors.ts";
export { withIdempotencyKey } from "./idempotencyKey.ts";
export type { Logger, LogLevel } from "./log.ts";
export type {
  Batch,
  BatchMatch,
  Credential,
  IdempotencyKey,
  NamedParameter,
  Operation,
  Pagination,
  PathValue,
  Prepared,
  Query,
  QueryParameter,
  RequestBody,
  Retry,
  SentCredential,
} from "./operation.ts";
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
export { type Page, type Pages, pagesOf } from "./pages.ts";
export { prepare } from "./prepare.ts";
export { writeQuery } from "./query.ts";
export type { RateLimit } from "./rateLimit.ts";
export { secretsIn } from "./secrets.ts";
export { writeDeepQuery, writeStyledForm } from "./styles.ts";

export type * from "@crm-platform/types/properties";
export { type CrmPlatformClient, createClient } from "./client.ts";
export {
  AbortedError,
  type AccessTokenNeed,
  type AccessTokenSource,
  ApiError,
  type BatchFailure,
  type BatchOutcome,
  type BatchProgress,
  type Call,
  CallError,
  type CallErrorName,
  type CallOptions,
  type ChunkOptions,
  type Chunks,
  type ClientOptions,
  type Connection,
  type ConnectionOptions,
  createConnection,
  isCallError,
  type Logger,
  type LogLevel,
  type Middleware,
  type MiddlewareContext,
  NetworkError,
  OAuthError,
  type Page,
  type Pages,
  ParseError,
  type RateLimit,
  type RequestOptions,
  TimeoutError,
  WindowError,
} from "./engine/index.ts";
export type * from "./generated/client.ts";
export { type RateLimiter, type RateLimiterOptions, type RateLimiterState, rateLimiter } from "./rateLimiter.ts";
export { assertSent, SendFailedError, type Sent } from "./send.ts";

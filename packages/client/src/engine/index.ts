/** The hand-written part of the client: it runs operations that generated code describes. */
export type { Call, CallOptions, Result } from "./call.ts";
export { type Connection, type ConnectionOptions, createConnection } from "./connection.ts";
export { ApiError, ParseError } from "./errors.ts";
export type { NamedParameter, Operation, PathValue, QueryParameter, RequestBody } from "./operation.ts";

export { type ClientOptions, createClient } from "./client.ts";
export {
  ApiError,
  type Call,
  type CallOptions,
  type Connection,
  type ConnectionOptions,
  createConnection,
  ParseError,
} from "./engine/index.ts";
export type * from "./generated/client.ts";

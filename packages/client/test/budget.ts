/**
 * The maximum sizes of browser bundles in bytes, gzipped. The tests and `npx pnpm bench client` check them. If you raise a limit, explain
 * it in the comment.
 */
import { operationTable } from "@crm-platform/types";

/**
 * A call of one operation without pages and batches: connection, retries, errors, redaction and logging. 50 bytes are for retries after
 * a 423 and a 477.
 */
export const oneCallBytes = 5_050;

/**
 * The same call with a rate limiter and token refresh. 200 bytes are for finding secrets that are escaped for JSON, HTML or a URL,
 * and 60 bytes for the second version of the token endpoint.
 */
export const oneCallWithLimitAndRefreshBytes = 6_900;

/**
 * A call of any operation, including pages, batches, forms and idempotency keys. 300 bytes are for matching association types in
 * batches, and for finding contradictory responses and escaped secrets. 50 bytes are for pages with a cursor. The minifier's names add
 * a few bytes with every area.
 */
export const anyCallBytes = 8_650;

/** The engine. 1,550 bytes are for matching results to inputs, checking sizes and progress, and finding credentials in headers. */
const wholeClientFixedBytes = 7_900;

/** The data and function of an operation. An operation takes about 70 bytes. */
const bytesPerOperation = 100;

export const wholeClientBytes: number = wholeClientFixedBytes + bytesPerOperation * Object.keys(operationTable).length;

/**
 * What the client may cost a browser, in bytes after gzip. The tests and `npx pnpm bench client` hold it to these numbers. Give
 * the reason beside a raised limit.
 */
import { operationTable } from "@crm-platform/types";

/** A call of an operation with neither pages nor batches: the connection, retries, errors, redaction and logging. */
export const oneCallBytes = 5_000;

/** The same with a rate limiter, and with tokens that it refreshes. The last 200 bytes find secrets that JSON, HTML or a URL escapes. */
export const oneCallWithLimitAndRefreshBytes = 6_800;

/**
 * A call of any operation: pages, batches, forms and idempotency keys are loaded where the operation has them. The last 300 bytes match
 * the types of associations in batches, and find responses that contradict themselves and secrets that are escaped.
 */
export const anyCallBytes = 8_500;

/**
 * All of that once, whatever the number of operations. 1,550 of these bytes check responses: batches against their inputs, sizes,
 * progress, and credentials in headers.
 */
const wholeClientFixedBytes = 7_900;

/** What an operation adds to the whole client: its data, its function and its place in the client. 27 of them take about 70 each. */
const bytesPerOperation = 100;

/** The whole client: a new operation brings its own share. */
export const wholeClientBytes: number = wholeClientFixedBytes + bytesPerOperation * Object.keys(operationTable).length;

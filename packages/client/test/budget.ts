/**
 * The maximum sizes of browser bundles in bytes, gzipped. The tests and `npx pnpm bench client` check them. If you raise a limit, explain
 * why in its comment.
 */
import { operationTable } from "@crm-platform/types";

/** A call to one operation without pages or batches: connection, retries, errors, redaction and logging. */
export const oneCallBytes = 4_500;

/** The same call with a rate limiter and token refresh. */
export const oneCallWithLimitAndRefreshBytes = 6_500;

/** A call to any operation, including pages, batches, forms and idempotency keys. The minifier's names add a few bytes with every area. */
export const anyCallBytes = 8_200;

export const verifyWebhookBytes = 1_200;

/** The engine. 1,550 bytes are for matching results to inputs, checking sizes and progress, and finding credentials in headers. */
export const wholeClientFixedBytes = 9_400;

/** The data and function of an operation, on average. */
export const bytesPerOperation = 35;

export const wholeClientBytes: number = wholeClientFixedBytes + bytesPerOperation * Object.keys(operationTable).length;

/**
 * The maximum sizes of browser bundles in bytes, gzipped. The tests and `npx pnpm bench client` check them. If you raise a limit, explain
 * why in its comment.
 */
import { operationTable } from "@crm-platform/types";

/**
 * A call to one operation without pages or batches: connection, retries, errors, redaction and logging. 100 bytes are for checking numeric
 * options, and for messages that name the missing argument and the unreachable host. 50 bytes are for
 * a clock that tests can replace.
 */
export const oneCallBytes = 4_650;

/** The same call with a rate limiter and token refresh, and the checks of their options. */
export const oneCallWithLimitAndRefreshBytes = 6_650;

/**
 * A call to any operation, including pages, batches, forms and idempotency keys. 500 bytes are for checking numeric options, for counting each
 * result of a batch once, for explaining the end of a search, and for the smaller batches that read histories. The minifier's names add a few
 * bytes with every area. 50 bytes are for a clock that tests can replace.
 */
export const anyCallBytes = 8_750;

/** 150 bytes are for the fields in which the service's own name is part of a name, and those in which it is only text. */
export const verifyWebhookBytes = 2_050;

/**
 * The engine. 2,250 bytes are for matching results to inputs, checking options, sizes and progress, finding credentials in headers, and
 * explaining the end of a search and a refused connection. 100 bytes are for areas with only one or two operations.
 */
export const wholeClientFixedBytes = 10_200;

/** The data and function of an operation, on average. */
export const bytesPerOperation = 35;

export const wholeClientBytes: number = wholeClientFixedBytes + bytesPerOperation * Object.keys(operationTable).length;

/**
 * The maximum size of browser bundles in bytes, gzipped. Checked by the tests and `npx pnpm bench client`. Explain a raised limit in its
 * comment.
 */
import { operationTable } from "@crm-platform/types";

/** One operation without pages and batches: connection, retries, errors, redaction and logging. */
export const oneCallBytes = 5_000;

/** The same with a rate limiter and refreshed tokens. 200 bytes find secrets escaped in JSON, HTML or a URL. */
export const oneCallWithLimitAndRefreshBytes = 6_800;

/**
 * One call of any operation, including pages, batches, forms and idempotency keys. 300 bytes match association types in batches,
 * and find contradictory responses and escaped secrets.
 */
export const anyCallBytes = 8_500;

/** The engine. 1,550 bytes match batches with their inputs, check sizes and progress, and find credentials in headers. */
const wholeClientFixedBytes = 7_900;

/** The data and function of an operation. The 27 operations take about 70 bytes each. */
const bytesPerOperation = 100;

export const wholeClientBytes: number = wholeClientFixedBytes + bytesPerOperation * Object.keys(operationTable).length;

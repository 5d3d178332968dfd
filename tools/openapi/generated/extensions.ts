// Generated from the schemas in ../extensions. Do not edit: change a schema, and run tools/tests/pipeline/extensions.test.ts with --update.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A JSON pointer. */
        readonly pointer: string;
        /** @description A list of JSON pointers to the ids that identify an input. The lists for inputs and for results have the same length and order. */
        readonly pointers: readonly components["schemas"]["pointer"][];
        /** @description A body with a list of inputs that the client may split into several requests, each of which succeeds or fails on its own. */
        readonly "x-batch": {
            /** @description A JSON pointer of one step to the list of inputs in the request body, or "" when the body is the list. */
            readonly inputs: string;
            /** @description A JSON pointer of one step to the list of results in the response; left out when there are no results. */
            readonly results?: string;
            /** @description How inputs correspond to results and errors. */
            readonly match?: {
                readonly input: components["schemas"]["pointers"];
                readonly result: components["schemas"]["pointers"];
                /** @description A JSON pointer into an error, to the list of ids that it concerns. */
                readonly errors?: string;
                /** @description A JSON pointer into an input and into a result, to the value that distinguishes inputs with the same ids. */
                readonly variant?: string;
                /** @description For requests that identify inputs by a property: a JSON pointer into the request body or an input, to the property's name, and one into a result, to its values by name. */
                readonly property?: {
                    readonly name: components["schemas"]["pointer"];
                    readonly values: components["schemas"]["pointer"];
                };
            };
        };
        /**
         * @description The description names the operation without showing it. Its facts come from public documentation unless a mark says otherwise.
         * @constant
         */
        readonly "x-companion": true;
        /** @description The hash of the rest of the document, written by npx pnpm generate. */
        readonly "x-content-hash": string;
        /** @description Facts that the types package exports as constants, by name. */
        readonly "x-data": {
            readonly [key: string]: {
                /** @description The meaning of the constant. */
                readonly description: string;
                /** @description The value, any JSON. */
                readonly value: unknown;
                readonly "x-evidence"?: components["schemas"]["x-evidence"];
            };
        };
        /** @description The title in the reference, instead of the tag's name. */
        readonly "x-displayName": string;
        /** @description The evidence for a fact that the description does not state. */
        readonly "x-evidence": {
            /**
             * @description documented: the documentation of a similar API states it. observed: recordings or clients of a similar API show it. assumed: our choice.
             * @enum {unknown}
             */
            readonly grade: "documented" | "observed" | "assumed";
            /** @description The fact, in one paragraph that fits into a table: it begins with a capital letter or `code` and ends with a full stop. */
            readonly note: string;
            /**
             * @description A request that the real service accepts against the schema. absent: without the required list. number: an integer instead of a string.
             * @enum {unknown}
             */
            readonly accepts?: "absent" | "number";
            /**
             * @description A response that the real service sends against the schema. absent: without the required field. number: a number instead of a string.
             * @enum {unknown}
             */
            readonly sends?: "absent" | "number";
        };
        /** @description A JSON pointer into the request body, to a key by which the service recognizes a repeated request. */
        readonly "x-idempotency-key": string;
        /** @description The known values of a string that may have other values. */
        readonly "x-known-values": readonly string[];
        /** @description A JSON pointer of one step. */
        readonly step: string;
        /** @description The name of a query parameter, or a JSON pointer of one step into the request body. */
        readonly member: string;
        /** @description How the client requests pages; spec/README.md explains the four styles. */
        readonly "x-pagination": {
            /** @constant */
            readonly style: "offset";
            /** @description The name of a query parameter. */
            readonly limit: string;
            /** @description The name of a query parameter. */
            readonly offset: string;
            readonly items: components["schemas"]["pointer"];
            readonly total: components["schemas"]["pointer"];
        } | {
            /** @constant */
            readonly style: "chunks";
            /** @description The name of a query parameter. */
            readonly limit: string;
            /** @description The name of a query parameter. */
            readonly cursor: string;
            readonly items: components["schemas"]["pointer"];
            readonly more: components["schemas"]["pointer"];
            readonly next: components["schemas"]["pointer"];
        } | {
            /** @constant */
            readonly style: "cursor";
            readonly limit: components["schemas"]["member"];
            readonly cursor: components["schemas"]["member"];
            readonly items: components["schemas"]["pointer"];
            readonly next: components["schemas"]["pointer"];
        } | {
            /** @constant */
            readonly style: "input";
            readonly inputs: components["schemas"]["step"];
            readonly id: components["schemas"]["pointer"];
            readonly cursor: components["schemas"]["step"];
            readonly results: components["schemas"]["pointer"];
            readonly of: components["schemas"]["pointer"];
            readonly items: components["schemas"]["step"];
            readonly next: components["schemas"]["pointer"];
        };
        /**
         * @description safe: a retry has no further effect. on-rate-limit: only after a 423, 429 or 477, which have no effect. never: a retry may do harm.
         * @enum {unknown}
         */
        readonly "x-retry": "safe" | "never" | "on-rate-limit";
        /**
         * @description A token, password or secret: never logged, never listed.
         * @constant
         */
        readonly "x-sensitive": true;
        /** @description Removed interfaces; calls to them return 410. */
        readonly "x-sunset-interfaces": readonly {
            /** @description The name of the interface. */
            readonly name: string;
            /**
             * Format: date
             * @description The day it ended, as YYYY-MM-DD.
             */
            readonly date: string;
            /** @description The replacement, or null. */
            readonly replacement: string | null;
            /** @description The beginnings of its paths. */
            readonly pathPrefixes: readonly string[];
            readonly "x-evidence"?: components["schemas"]["x-evidence"];
        }[];
        /** @description With deprecated: true. The last day of the operation and its replacement; null when not announced. */
        readonly "x-sunset": {
            /**
             * Format: date
             * @description The day, as YYYY-MM-DD, or null.
             */
            readonly date: string | null;
            /** @description The replacement, or null. */
            readonly replacement: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

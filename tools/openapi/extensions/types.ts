// Printed from the schemas beside it. Do not edit: change a schema, and run tools/tests/pipeline/extensions.test.ts with --update.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A JSON pointer. */
        readonly pointer: string;
        /** @description A list of JSON pointers to the ids that identify an input. Into an input and into a result there are as many, in the same order. */
        readonly pointers: readonly components["schemas"]["pointer"][];
        /** @description A body with a list of inputs that may be sent in parts, several requests instead of one, each of which stands or fails alone. */
        readonly "x-batch": {
            /** @description A JSON pointer of one step to the list of inputs in the request body, or "" when the body is the list. */
            readonly inputs: string;
            /** @description A JSON pointer of one step to the list of results in the response; left out when there are no results. */
            readonly results?: string;
            /** @description How inputs correspond to results and errors. */
            readonly match?: {
                readonly input: components["schemas"]["pointers"];
                readonly result: components["schemas"]["pointers"];
                /** @description A JSON pointer into an error, to the list of ids that it is about. */
                readonly errors?: string;
                /** @description A JSON pointer into an input and into a result, to what distinguishes inputs with the same ids. */
                readonly variant?: string;
                /** @description Where a request can identify its inputs by a property: a JSON pointer into the request body, to the property's name, and one into a result, to its values by name. */
                readonly property?: {
                    readonly name: components["schemas"]["pointer"];
                    readonly values: components["schemas"]["pointer"];
                };
            };
        };
        /** @description A hash of the rest of the document, written by npx pnpm generate. */
        readonly "x-content-hash": string;
        /** @description Facts that the types package exports as constants, by name. */
        readonly "x-data": {
            readonly [key: string]: {
                /** @description What the constant holds. */
                readonly description: string;
                /** @description The value, any JSON. */
                readonly value: unknown;
                readonly "x-evidence"?: components["schemas"]["x-evidence"];
            };
        };
        /** @description What the reference shows instead of the tag's name. */
        readonly "x-displayName": string;
        /** @description How well founded a fact is that the description does not state; what the description states has no mark. */
        readonly "x-evidence": {
            /**
             * @description documented: the documentation of a similar API has it. observed: recordings or clients of one show it. assumed: our choice. What the description states needs no mark.
             * @enum {unknown}
             */
            readonly grade: "documented" | "observed" | "assumed";
            /** @description What is not described, in one paragraph that makes sense in a table: a capital or `code` at its beginning, a full stop at its end. */
            readonly note: string;
            /**
             * @description What the real service accepts in a request although the schema says otherwise. absent: a required list is left out. number: an integer in place of a string.
             * @enum {unknown}
             */
            readonly accepts?: "absent" | "number";
            /**
             * @description What the real service sends in a response although the schema says otherwise. absent: a required field is left out. number: a number in place of a string.
             * @enum {unknown}
             */
            readonly sends?: "absent" | "number";
        };
        /** @description A JSON pointer into the request body, to a key by which the service recognizes a repeated request. */
        readonly "x-idempotency-key": string;
        /** @description Values known today of a string that may have others. */
        readonly "x-known-values": readonly string[];
        /** @description A JSON pointer of one step. */
        readonly step: string;
        /** @description How the client walks through the pages; spec/README.md explains the three styles. */
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
         * @description safe: repeating it has no further effect. on-rate-limit: only after a 429, when nothing was done. never: a repeat does harm.
         * @enum {unknown}
         */
        readonly "x-retry": "safe" | "never" | "on-rate-limit";
        /**
         * @description A token, password or secret: never logged, never listed.
         * @constant
         */
        readonly "x-sensitive": true;
        /** @description Interfaces that are gone; calls to them answer 410. */
        readonly "x-sunset-interfaces": readonly {
            /** @description What the interface was called. */
            readonly name: string;
            /**
             * Format: date
             * @description The day it ended, as YYYY-MM-DD.
             */
            readonly date: string;
            /** @description What to use instead, or null. */
            readonly replacement: string | null;
            /** @description The beginnings of its paths. */
            readonly pathPrefixes: readonly string[];
            readonly "x-evidence"?: components["schemas"]["x-evidence"];
        }[];
        /** @description With deprecated: true. The day the operation stops and what to use instead; either is null when none is announced. */
        readonly "x-sunset": {
            /**
             * Format: date
             * @description The day, as YYYY-MM-DD, or null.
             */
            readonly date: string | null;
            /** @description What to use instead, or null. */
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

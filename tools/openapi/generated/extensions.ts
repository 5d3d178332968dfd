// Generated from the schemas in ../extensions. Do not edit: change a schema, and run tools/tests/pipeline/extensions.test.ts with --update.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A JSON pointer. */
        readonly pointer: string;
        /** @description A list of JSON pointers to the ids that identify an input. The lists for inputs and for results have the same length and order. */
        readonly pointers: readonly components["schemas"]["pointer"][];
        /** @description A request body with a list of inputs that can be split into several independent requests. */
        readonly "x-batch": {
            /** @description A JSON pointer with one segment to the list of inputs in the request body, or "" if the body itself is the list. */
            readonly inputs: string;
            /** @description A JSON pointer with one segment to the list of results in the response; omit it if the response contains no results. */
            readonly results?: string;
            /** @description The maximum number of inputs of a request whose body contains another list with at least one item, if it is less than usual. */
            readonly sizeWith?: {
                /** @description A JSON pointer with one segment to the other list. */
                readonly list: string;
                /** @description The maximum number of inputs. */
                readonly size: number;
            };
            /** @description The pointers with which the client matches inputs with results and errors. */
            readonly match?: {
                readonly input: components["schemas"]["pointers"];
                readonly result: components["schemas"]["pointers"];
                /** @description A JSON pointer into an error, to the list of ids that the error refers to. */
                readonly errors?: string;
                /** @description A JSON pointer into both an input and a result, to the value that distinguishes inputs with the same ids. */
                readonly variant?: string;
                /** @description A JSON pointer into a result, to the id with which the client counts the results if the inputs have no ids. */
                readonly id?: string;
                /** @description Pointers for requests that identify inputs by a property: `name` points to the property's name in the request body or in an input, `values` to an object in a result with values by property name, and `requested` to the list of requested properties in the request body. */
                readonly property?: {
                    readonly name: components["schemas"]["pointer"];
                    readonly values: components["schemas"]["pointer"];
                    readonly requested?: components["schemas"]["pointer"];
                };
            };
        };
        /**
         * @description The platform's description names the operation without showing it. Facts without an evidence mark have the grade `documented`.
         * @constant
         */
        readonly "x-companion": true;
        /** @description A hash of the rest of the document, written by npx pnpm generate. */
        readonly "x-content-hash": string;
        /** @description Data that the types package exports as constants, keyed by name. */
        readonly "x-data": {
            readonly [key: string]: {
                /** @description The meaning of the constant. */
                readonly description: string;
                /** @description The value, which can be any JSON. */
                readonly value: unknown;
                readonly "x-evidence"?: components["schemas"]["x-evidence"];
            };
        };
        /** @description The title that the reference shows instead of the tag's name. */
        readonly "x-displayName": string;
        /** @description The evidence for a fact that the description does not state. */
        readonly "x-evidence": {
            /**
             * @description documented: stated in the documentation of a similar API. observed: shown by recordings or clients of a similar API. assumed: our own choice.
             * @enum {unknown}
             */
            readonly grade: "documented" | "observed" | "assumed";
            /** @description A single paragraph that states the fact, begins with a capital letter or `code`, and ends with a period. */
            readonly note: string;
            readonly accepts?: ("absent" | "integer" | "number" | "boolean" | "null" | "string") | readonly ("absent" | "integer" | "number" | "boolean" | "null" | "string")[];
            /**
             * @description How responses of the real service deviate. absent: the required field is omitted. number: a number is sent instead of a string. 204: the status 204 is sent instead of the response.
             * @enum {unknown}
             */
            readonly sends?: "absent" | "number" | "204";
        };
        /** @description A JSON pointer to the idempotency key in the request body, with which the service recognizes a repeated request. */
        readonly "x-idempotency-key": string;
        /** @description The known values of a string for which other values are possible. */
        readonly "x-known-values": readonly string[];
        /** @description What a string, or the keys of an object, name: object types, properties of the object type in the request, or properties of a fixed object type. */
        readonly "x-names": string;
        /** @description A JSON pointer with one segment. */
        readonly step: string;
        /** @description The name of a query parameter, or a JSON pointer with one segment into the request body. */
        readonly member: string;
        /** @description One of the four pagination styles that spec/README.md explains. */
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
            /** @description Set if only the first items can be read, although the total counts all of them. The cursor must then be the index of the next item. */
            readonly window?: {
                /** @description The number of items that can be read. */
                readonly size: number;
                readonly total: components["schemas"]["pointer"];
                /** @description The property to sort and filter by to read the other items. */
                readonly id: string;
            };
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
         * @description safe: a retry has no further effect. on-rate-limit: retry only after a 423, 429 or 477, which have no effect. never: a retry can cause harm.
         * @enum {unknown}
         */
        readonly "x-retry": "safe" | "never" | "on-rate-limit";
        /**
         * @description The value true, on a token, password or secret, which is never logged or listed.
         * @constant
         */
        readonly "x-sensitive": true;
        /** @description The interfaces that have ended, whose paths return 410. */
        readonly "x-sunset-interfaces": readonly {
            /** @description The name of the interface. */
            readonly name: string;
            /**
             * Format: date
             * @description The date on which the interface ended, as YYYY-MM-DD.
             */
            readonly date: string;
            /** @description The replacement, or null. */
            readonly replacement: string | null;
            /** @description The prefixes of the interface's paths. */
            readonly pathPrefixes: readonly string[];
            readonly "x-evidence"?: components["schemas"]["x-evidence"];
        }[];
        /** @description The end date and the replacement of an operation with deprecated: true; null if they have not been announced. */
        readonly "x-sunset": {
            /**
             * Format: date
             * @description The date, as YYYY-MM-DD, or null.
             */
            readonly date: string | null;
            /** @description The replacement, or null. */
            readonly replacement: string | null;
        };
        /** @description The interfaces that have other versions than the described one, by name. */
        readonly "x-versions": {
            /** @description The interfaces, by name. */
            readonly interfaces: {
                readonly [key: string]: {
                    /** @description The prefix of the described paths. */
                    readonly prefix: string;
                    /** @description The areas whose operations below the prefix belong to the interface. */
                    readonly areas: readonly string[];
                    /** @description The other versions, by name. */
                    readonly versions: {
                        readonly [key: string]: {
                            /** @description The prefix of the version's paths. */
                            readonly prefix: string;
                            /** @description Another prefix of the same paths, which clients use. */
                            readonly otherPrefix?: string;
                            /**
                             * Format: date
                             * @description The date on which the version ends, as YYYY-MM-DD.
                             */
                            readonly ends?: string;
                            /** @description The differences from the described version. */
                            readonly differences?: readonly {
                                /** @description The operationIds of the different operations. */
                                readonly operations: readonly string[];
                                /**
                                 * @description The version lacks the operations.
                                 * @constant
                                 */
                                readonly absent?: true;
                                /** @description JSON pointers to fields of the bodies that the version lacks. `*` stands for every item of a list. */
                                readonly absentFields?: readonly string[];
                                /** @description Query parameters that the version lacks. */
                                readonly absentParameters?: readonly string[];
                                /** @description Values of request fields that the version lacks, by JSON pointer. */
                                readonly absentValues?: {
                                    readonly [key: string]: readonly string[];
                                };
                                /** @description Required request fields that are optional in the version, by JSON pointer, with their default values. */
                                readonly optional?: Record<string, never>;
                                /** @description The version's status, by described status. */
                                readonly status?: {
                                    readonly [key: string]: string;
                                };
                            }[];
                            readonly "x-evidence"?: components["schemas"]["x-evidence"];
                        };
                    };
                    readonly "x-evidence"?: components["schemas"]["x-evidence"];
                };
            };
            readonly "x-evidence"?: components["schemas"]["x-evidence"];
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

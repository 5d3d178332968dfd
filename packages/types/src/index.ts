export * from "./generated/index.ts";
export type * from "./properties.ts";

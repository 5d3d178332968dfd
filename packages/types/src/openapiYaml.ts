// TypeScript and package linters require a declaration to resolve `@crm-platform/types/openapi.yaml`.
export {};

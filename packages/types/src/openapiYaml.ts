// TypeScript and package linters need a declaration to resolve `@crm-platform/types/openapi.yaml`.
export {};

// The types of `@crm-platform/types/openapi.yaml`. A YAML file has no exports; without a declaration, TypeScript and the tools that check
// packages cannot resolve the entry point.
export {};

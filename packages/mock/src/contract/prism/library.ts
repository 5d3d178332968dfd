/** What the mock uses of Prism. The build makes this module a file of its own, with Prism inside it. */
export { createLogger } from "@stoplight/prism-core";
export { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
export { validateInput, validateOutput, validateSecurity } from "@stoplight/prism-http/dist/validator/index.js";

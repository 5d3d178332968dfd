/** The build bundles this module into a separate file. */
export { createLogger } from "@stoplight/prism-core";
export { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
export { validateInput, validateOutput, validateSecurity } from "@stoplight/prism-http/dist/validator/index.js";

/**
 * What the tools share with the mock: the reader of OpenAPI documents, and what the generated validators and the mock must agree on. The
 * tools import it as `@crm-platform/mock/contract`, which is not published.
 */
export {
  type BuiltInGroups,
  type BuiltInRow,
  type Formula,
  formulaFunctions,
  isRollUp,
  isTextFunction,
  ownOperands,
  propertiesIn,
  type RollUp,
  rollUpFunctions,
  rollUpsIn,
  textFunctions,
} from "./builtInProperties.ts";
export { formats } from "./compiled/formats.ts";
export { placeOf, type Validate } from "./compiled/validators.ts";
export { maxProblems } from "./message.ts";
export { alternativesOf } from "./openapi/alternatives.ts";
export { isObject, type JsonObject, type OpenApiDocument, pointedAt, resolve } from "./openapi/document.ts";
export { areaOf, hasOAuthErrors, methodsOf, type Operation, parametersOf, readOperations, readSecurity } from "./openapi/operations.ts";
export { escapePointer, pointerKeys, referenceKeys } from "./openapi/pointer.ts";
export { schemasAt } from "./openapi/schemas.ts";
export { describeDifferences } from "./openapi/versionDifferences.ts";
export { versionDocument, versionsIn } from "./openapi/versionDocument.ts";
export { compareVersions, type OperationVersion, VersionTable } from "./openapi/versions.ts";

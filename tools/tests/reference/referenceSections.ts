export interface CoveredSection {
  readonly section: string;
  /** The links are relative to the site. The main place comes first. */
  readonly places: readonly string[];
  /** The main place contains these words only if it covers the section. */
  readonly says: string;
}

/** Contains every heading of the description, and each list below a heading with several lists. */
export const coveredSections: readonly CoveredSection[] = [
  { section: "What the service does", places: ["operations/index.html"], says: "Associations v1 (legacy)" },
  { section: "Resources: simple object", places: ["records.html#record-fields"], says: "objectWriteTraceId" },
  { section: "Resources: value with timestamp", places: ["records.html#histories"], says: "updatedByUserId" },
  { section: "Resources: public object warning", places: ["records.html#record-fields"], says: "warnings" },
  { section: "Resources: batch-read input", places: ["records.html#read-by-a-unique-property"], says: "idProperty" },
  { section: "Resources: batch response", places: ["batches.html#one-request", "batches.html#some-inputs-fail"], says: "PROCESSING" },
  { section: "Resources: error objects", places: ["errors.html#the-error-object"], says: "correlationId" },
  { section: "Resources: association type", places: ["associations.html#version-v3"], says: "contact_to_company" },
  { section: "Resources: v3 batch association", places: ["associations.html#version-v3"], says: "batchArchive" },
  { section: "Resources: v1 association item", places: ["associations.html#version-v1"], says: "SERVICE_DEFINED" },
  { section: "Resources: transactional email send", places: ["transactional-email.html#version-v1"], says: "replyToList" },
  { section: "Resources: SMTP API token", places: ["transactional-email.html#smtp-tokens"], says: "immediately invalidates the old one" },
  { section: "Resources: content page", places: ["content.html#page-states", "operations/pages/list.html"], says: "freeze_date" },
  { section: "Resources: domain", places: ["content.html#domains", "operations/domainsV1/get.html"], says: "isResolving" },
  { section: "Resources: OAuth token resources", places: ["authentication.html#token-metadata"], says: "hub_domain" },
  { section: "Resources: custom event definition", places: ["custom-events.html#define-an-event"], says: "cannot change it later" },
  { section: "Resources: default event properties", places: ["custom-events.html#default-properties"], says: "hs_referrer" },
  { section: "States: batch status", places: ["batches.html#one-request"], says: "does not state when the status of a batch changes" },
  { section: "States: record archive flag", places: ["records.html#the-recycling-bin"], says: "recycling bin" },
  { section: "States: email send result", places: ["transactional-email.html#results"], says: "MISSING_TEMPLATE_PROPERTIES" },
  { section: "Transitions: refresh token deleted", places: ["authentication.html#revoking-a-token"], says: "stays installed" },
  {
    section: "Endpoints: CRM objects",
    places: ["records.html#read-a-batch-of-meetings", "operations/meetings/batchRead.html", "operations/tickets/archive.html"],
    says: "meetings.batchRead",
  },
  {
    section: "Endpoints: OAuth tokens",
    places: ["authentication.html#the-token-endpoint", "operations/oauthV1/createToken.html"],
    says: "URL-encoded",
  },
  { section: "Endpoints: install URL", places: ["authentication.html#the-flow"], says: "optional_scopes" },
  {
    section: "Endpoints: associations v3",
    places: ["associations.html#the-primary-company", "operations/associationsV3/index.html"],
    says: "only the primary company",
  },
  {
    section: "Endpoints: associations v1",
    places: ["associations.html#version-v1", "operations/associationsV1/index.html"],
    says: "one item per pair",
  },
  {
    section: "Endpoints: transactional email",
    places: ["transactional-email.html#send-an-email", "operations/transactionalEmailV1/index.html"],
    says: "emailId",
  },
  {
    section: "Endpoints: SMTP tokens",
    places: ["transactional-email.html#smtp-tokens", "operations/smtpTokensV1/index.html"],
    says: "resetPassword",
  },
  { section: "Endpoints: content pages", places: ["content.html#filters", "operations/pages/list.html"], says: "icontains" },
  {
    section: "Endpoints: domains",
    places: ["content.html#domains-v1", "operations/domainsV1/list.html"],
    says: "100 per page by default",
  },
  {
    section: "Endpoints: custom event definitions",
    places: ["custom-events.html#define-an-event", "operations/eventDefinitions/index.html"],
    says: "201",
  },
  { section: "Authentication: header and flow", places: ["authentication.html#the-flow"], says: "Bearer <ACCESS_TOKEN>" },
  { section: "Authentication: lifetime and size", places: ["authentication.html#lifetimes"], says: "512" },
  { section: "Authentication: scopes", places: ["authentication.html#scopes"], says: "media_bridge.read" },
  {
    section: "Events: occurrences and matching",
    places: ["custom-events.html#link-occurrences-to-records"],
    says: "targetObjectPropertyName",
  },
  { section: "Events: the rules of NO_OBJECT", places: ["custom-events.html#no_object"], says: "lead scoring" },
  { section: "Events: notifications", places: ["custom-events.html#notifications"], says: "webhooks" },
  { section: "Errors: categories", places: ["errors.html#categories"], says: "VALIDATION_ERROR" },
  { section: "Errors: partial failure", places: ["batches.html#some-inputs-fail"], says: "numErrors" },
  { section: "Errors: OAuth bodies", places: ["errors.html#oauth-errors"], says: "BAD_REFRESH_TOKEN" },
  { section: "Errors: email send failures", places: ["transactional-email.html#results"], says: "PREVIOUSLY_BOUNCED" },
  { section: "Limits: batches", places: ["limits.html#batches"], says: "2,000" },
  { section: "Limits: pages", places: ["limits.html#pages"], says: "associationsV1.list" },
  { section: "Limits: event definitions", places: ["limits.html#lengths"], says: "50 entries" },
  { section: "Limits: event occurrences", places: ["limits.html#event-occurrences"], says: "without a record" },
  { section: "Versioning: dates and numbers", places: ["versioning.html#versions-in-paths"], says: "/crm/objects/2026-03" },
  {
    section: "Versioning: OAuth v1",
    places: ["versioning.html#the-end-of-oauth-v1", "deprecations.html#deprecated-operations"],
    says: "February 16, 2027",
  },
  { section: "Versioning: sunset interfaces", places: ["deprecations.html#sunset-interfaces"], says: "Marketing calendar" },
  {
    section: "Versioning: social interface",
    places: ["deprecations.html#deprecated-operations", "operations/broadcasts/index.html"],
    says: "broadcasts.listChannels",
  },
  { section: "What is not shown", places: ["fidelity/shared.html"], says: "assumed" },
];

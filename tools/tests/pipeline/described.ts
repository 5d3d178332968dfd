/**
 * Fields stated by the platform's description, written independently of the spec to detect its mistakes. `!` marks a required field, `?` a
 * type that the description does not state.
 */
export const describedFields: Readonly<Record<string, string>> = {
  Meeting:
    "id:string! archived:boolean! archivedAt:date-time createdAt:date-time! updatedAt:date-time! properties:object! " +
    "propertiesWithHistory:object objectWriteTraceId:string url:string warnings:array",
  ValueWithTimestamp: "value:string! timestamp:date-time! sourceType:string! sourceId:string sourceLabel:string updatedByUserId:int32",
  ObjectWarning: "category:string! context:object! message:string!",
  MeetingBatchReadInput: "inputs:array! properties:array! propertiesWithHistory:array! idProperty:string",
  MeetingBatch: "status:string! results:array! startedAt:date-time! completedAt:date-time! requestedAt:date-time links:object",
  MeetingBatchWithErrors:
    "status:string! results:array! startedAt:date-time! completedAt:date-time! requestedAt:date-time links:object errors:array numErrors:int32",
  StandardError: "category:string! context:object! errors:array! links:object! message:string! status:string! id:string subCategory:object",
  ErrorBody: "category:string! correlationId:uuid! message:string! context:object errors:array links:object subCategory:string",
  ErrorDetail: "message:string! code:string context:object in:string",
  AssociationTypeV3: "id:string name:string",
  AssociationInputV3: "from:object to:object type:string",
  RecordId: "id:string",
  AssociationReadBatchV3: "status:string! results:array! startedAt:date-time! completedAt:date-time! requestedAt:date-time links:object",
  RecordAssociationsV3: "from:object to:array",
  AssociatedRecordV3: "id:string type:string",
  AssociationV1: "fromObjectId:integer toObjectId:integer category:string definitionId:integer",
  AssociationInputV1: "fromObjectId:string toObjectId:string category:string definitionId:string",
  AssociationChunkV1: "results:array hasMore:boolean offset:integer",
  SingleSendInputV1: "emailId:integer! message:object! contactProperties:array customProperties:array",
  SingleSendMessageV1: "to:string from:string sendId:string replyTo:string replyToList:array cc:array bcc:array",
  EmailPropertyValueV1: "name:string value:string",
  SingleSendResultV1: "sendResult:string message:string eventId:object",
  SmtpTokenV1:
    "portalId:integer userName:string emailCampaignId:integer createdAt:integer deleted:boolean createdBy:string appId:integer campaignName:string",
  SmtpTokenWithPasswordV1:
    "portalId:integer userName:string emailCampaignId:integer createdAt:integer deleted:boolean createdBy:string appId:integer " +
    "campaignName:string password:string passwordHash:string",
  PageList: "total_count:integer objects:array limit:integer offset:integer",
  Page:
    "ab_status:? ab_test_id:? analytics_page_id:string archived:boolean attached_stylesheets:array author_user_id:integer " +
    "blueprint_type_id:integer campaign:? campaign_name:? cloned_from:? compose_body:? created:integer css:object css_text:string " +
    "current_live_domain:string deleted_at:integer deleted_by:? domain:string enable_domain_stylesheets:boolean " +
    "enable_layout_stylesheets:boolean featured_image:string featured_image_alt_text:string flex_areas:object folder_id:? " +
    "footer_html:string freeze_date:integer has_smart_content:boolean has_user_changes:boolean head_html:string html_title:? id:integer " +
    "include_default_custom_css:? is_draft:boolean keywords:array language:? last_edit_session_id:? last_edit_update_id:? " +
    "legacy_blog_tabid:? meta_description:? meta_keywords:? name:string page_expiry_date:? page_expiry_enabled:? " +
    "page_expiry_redirect_id:? page_expiry_redirect_url:? page_redirected:? password:? performable_url:? personas:array " +
    "portal_id:integer publish_date:integer publish_immediately:? published_url:? rss_email_author_line_template:boolean " +
    "rss_email_blog_image_max_width:? rss_email_by_text:string rss_email_click_through_text:string rss_email_comment_text:string " +
    "rss_email_entry_template:? rss_email_entry_template_enabled:boolean rss_email_image_max_width:integer scheduled_update_date:? " +
    "slug:string staged_from:? style_override_id:? subcategory:string template_path:string tms_id:? translated_from_id:? " +
    "unpublished_at:? updated:integer url:string widget_containers:object widgetcontainers:object widgets:object",
  DomainListV1: "objects:array total:integer limit:integer offset:integer",
  DomainV1:
    "id:string domain:string primaryLandingPage:boolean primaryEmail:boolean primaryBlog:boolean primarySitePage:boolean " +
    "primaryKnowledge:boolean manuallyMarkedAsResolving:boolean isResolving:boolean created:integer updated:integer " +
    "isUsingHttps:boolean sslRequestId:string usedFor:string",
  AuthorizationCodeGrant: "grant_type:string! code:string! redirect_uri:string! client_id:string! client_secret:string!",
  RefreshTokenGrant: "grant_type:string! refresh_token:string! client_id:string! client_secret:string!",
  TokenResponseV1: "token_type:string refresh_token:string access_token:string expires_in:integer",
  AccessTokenMetadataV1:
    "token:string user:string hub_domain:string scopes:array signed_access_token:object hub_id:integer app_id:integer " +
    "expires_in:integer user_id:integer token_type:string",
  SignedAccessToken:
    "expiresAt:integer scopes:string hubId:integer userId:integer appId:integer signature:string scopeToScopeGroupPks:string " +
    "newSignature:string hublet:string trialScopes:string trialScopeToScopeGroupPks:string isUserLevel:boolean",
  OAuthErrorBody: "error:string error_description:string status:string message:string",
  EventDefinitionInput:
    "label:string! name:string description:string propertyDefinitions:array primaryObject:string customMatchingId:object " +
    "includeDefaultProperties:boolean",
  EventPropertyInput: "name:string label:string type:string options:array",
  EventPropertyOption: "label:string value:string",
  EventMatching: "primaryObjectRule:object",
};

export const describedOperations: readonly string[] = [
  "meetings.batchRead POST /crm/objects/2026-03/meetings/batch/read",
  "tickets.archive DELETE /crm/objects/2026-03/tickets/{ticketId}",
  "associationsV3.listTypes GET /crm/v3/associations/{fromObjectType}/{toObjectType}/types",
  "associationsV3.batchCreate POST /crm/v3/associations/{fromObjectType}/{toObjectType}/batch/create",
  "associationsV3.batchRead POST /crm/v3/associations/{fromObjectType}/{toObjectType}/batch/read",
  "associationsV3.batchArchive POST /crm/v3/associations/{fromObjectType}/{toObjectType}/batch/archive",
  "associationsV1.create PUT /crm-associations/v1/associations",
  "associationsV1.batchCreate PUT /crm-associations/v1/associations/create-batch",
  "associationsV1.delete PUT /crm-associations/v1/associations/delete",
  "associationsV1.batchDelete PUT /crm-associations/v1/associations/delete-batch",
  "associationsV1.list GET /crm-associations/v1/associations/{objectId}/SERVICE_DEFINED/{definitionId}",
  "oauthV1.createToken POST /oauth/v1/token",
  "oauthV1.getAccessToken GET /oauth/v1/access-tokens/{token}",
  "oauthV1.deleteRefreshToken DELETE /oauth/v1/refresh-tokens/{token}",
  "transactionalEmailV1.send POST /email/public/v1/singleEmail/send",
  "smtpTokensV1.list GET /email/public/v1/smtpapi/tokens",
  "smtpTokensV1.create POST /email/public/v1/smtpapi/tokens",
  "smtpTokensV1.resetPassword POST /email/public/v1/smtpapi/tokens/{userName}/password-reset",
  "pages.list GET /content/api/v2/pages",
  "domainsV1.list GET /cos-domains/v1/domains",
  "domainsV1.get GET /cos-domains/v1/domains/{domainId}",
  "eventDefinitions.create POST /events/2026-03/event-definitions",
  "broadcasts.listChannels GET /broadcast/v1/channels/setting/publish/current",
  "broadcasts.list GET /broadcast/v1/broadcasts",
  "broadcasts.create POST /broadcast/v1/broadcasts",
  "broadcasts.get GET /broadcast/v1/broadcasts/{broadcastGuid}",
  "broadcasts.delete DELETE /broadcast/v1/broadcasts/{broadcastGuid}",
];

/** Keys are JSON pointers into the bundle. */
export const describedRules: Readonly<Record<string, unknown>> = {
  "#/components/schemas/Batch/properties/status/enum": ["CANCELED", "COMPLETE", "PENDING", "PROCESSING"],
  "#/components/schemas/SingleSendResultV1/properties/sendResult/enum": [
    "SENT",
    "QUEUED",
    "PORTAL_SUSPENDED",
    "INVALID_TO_ADDRESS",
    "BLOCKED_DOMAIN",
    "PREVIOUSLY_BOUNCED",
    "PREVIOUS_SPAM",
    "INVALID_FROM_ADDRESS",
    "MISSING_CONTENT",
    "MISSING_TEMPLATE_PROPERTIES",
  ],
  "#/components/schemas/DomainV1/properties/usedFor/x-known-values": ["LANDING_PAGE", "EMAIL"],
  "#/components/schemas/MeetingBatchReadInput/properties/inputs/maxItems": 100,
  "#/components/schemas/AssociationBatchReadInputV3/properties/inputs/maxItems": 1000,
  "#/components/schemas/AssociationBatchCreateInputV3/properties/inputs/maxItems": 2000,
  "#/components/schemas/EventDefinitionInput/properties/label/maxLength": 100,
  "#/components/schemas/EventDefinitionInput/properties/name/maxLength": 50,
  "#/components/schemas/EventDefinitionInput/properties/name/pattern": "^[a-z][a-z0-9_]*$",
  "#/components/schemas/EventDefinitionInput/properties/propertyDefinitions/maxItems": 50,
  "#/components/schemas/EventDefinitionInput/properties/primaryObject/default": "CONTACT",
  "#/components/schemas/EventDefinitionInput/properties/includeDefaultProperties/default": true,
  "#/components/schemas/EventMatching/properties/primaryObjectRule/required": ["targetObjectPropertyName", "eventPropertyName"],
  "#/components/schemas/TokenRequestV1/discriminator/propertyName": "grant_type",
};

export const describedParameters: readonly (readonly [operation: string, parameter: string, schema: object])[] = [
  ["meetings.batchRead", "archived", { type: "boolean", default: false }],
  ["associationsV1.list", "limit", { type: "integer", default: 10, maximum: 100 }],
  ["domainsV1.list", "limit", { type: "integer", default: 100 }],
  ["domainsV1.list", "offset", { type: "integer", default: 0 }],
];

const objectsWithScopes = [
  "appointments carts commercepayments companies contacts courses custom deals goals invoices leads line_items listings orders",
  "partner-clients partner-services products quotes services subscriptions users",
]
  .join(" ")
  .split(" ");

export const describedAssociationScopes: readonly string[] = [
  ...objectsWithScopes.flatMap((object) => [`crm.objects.${object}.read`, `crm.objects.${object}.write`]),
  ..."appointments companies contacts custom deals"
    .split(" ")
    .flatMap((object) => [`crm.objects.${object}.sensitive.read.v2`, `crm.objects.${object}.sensitive.write.v2`]),
  ..."companies contacts custom deals"
    .split(" ")
    .flatMap((object) => [`crm.objects.${object}.highly_sensitive.read.v2`, `crm.objects.${object}.highly_sensitive.write.v2`]),
  ..."e-commerce media_bridge.read tickets tickets.highly_sensitive.v2 tickets.sensitive.v2".split(" "),
];

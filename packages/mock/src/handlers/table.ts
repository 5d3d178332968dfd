import type { operations } from "@crm-platform/types";
import type { HandlersOf } from "../platform/handler.ts";
import { account, accountV1 } from "./account.ts";
import { associations } from "./associations.ts";
import { associationsV1 } from "./associationsV1.ts";
import { associationsV3 } from "./associationsV3.ts";
import { broadcasts } from "./broadcasts.ts";
import { domains } from "./domains.ts";
import { domainsV1 } from "./domainsV1.ts";
import { eventDefinitions } from "./eventDefinitions.ts";
import { eventOccurrences } from "./eventOccurrences.ts";
import { withEmission } from "./handlers.ts";
import { legacy } from "./legacy.ts";
import { lists } from "./lists.ts";
import { meetings } from "./meetings.ts";
import { oauth } from "./oauth.ts";
import { oauthV1 } from "./oauthV1.ts";
import { oauthV2 } from "./oauthV2.ts";
import { objectSchemas } from "./objectSchemas.ts";
import { owners } from "./owners.ts";
import { pages } from "./pages.ts";
import { pipelines } from "./pipelines.ts";
import { properties } from "./properties.ts";
import { records } from "./records.ts";
import { smtpTokens } from "./smtpTokens.ts";
import { smtpTokensV1 } from "./smtpTokensV1.ts";
import { tickets } from "./tickets.ts";
import { transactionalEmail } from "./transactionalEmail.ts";
import { transactionalEmailV1 } from "./transactionalEmailV1.ts";
import { webhooks } from "./webhooks.ts";

export const handlers: HandlersOf<operations> = withEmission({
  ...records,
  ...properties,
  ...objectSchemas,
  ...pipelines,
  ...lists,
  ...meetings,
  ...tickets,
  ...associations,
  ...associationsV3,
  ...associationsV1,
  ...oauth,
  ...oauthV1,
  ...oauthV2,
  ...account,
  ...accountV1,
  ...transactionalEmail,
  ...transactionalEmailV1,
  ...smtpTokens,
  ...smtpTokensV1,
  ...owners,
  ...pages,
  ...domains,
  ...domainsV1,
  ...eventDefinitions,
  ...eventOccurrences,
  ...webhooks,
  ...broadcasts,
  ...legacy,
});

import type { operations } from "@crm-platform/types";
import type { HandlersOf } from "../platform/handler.ts";
import { associations } from "./associations.ts";
import { broadcasts } from "./broadcasts.ts";
import { domains } from "./domains.ts";
import { eventDefinitions } from "./eventDefinitions.ts";
import { legacyAssociations } from "./legacyAssociations.ts";
import { meetings } from "./meetings.ts";
import { oauth } from "./oauth.ts";
import { pages } from "./pages.ts";
import { smtpTokens } from "./smtpTokens.ts";
import { tickets } from "./tickets.ts";
import { transactionalEmail } from "./transactionalEmail.ts";

export const handlers: HandlersOf<operations> = {
  ...meetings,
  ...tickets,
  ...associations,
  ...legacyAssociations,
  ...oauth,
  ...transactionalEmail,
  ...smtpTokens,
  ...pages,
  ...domains,
  ...eventDefinitions,
  ...broadcasts,
};

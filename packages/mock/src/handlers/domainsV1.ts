import type { DomainV1 } from "@crm-platform/types";
import type { StoredDomain } from "../store/documents/documents.ts";
import { compareIds, filterOf } from "./common/filters.ts";
import { present } from "./common/present.ts";
import { existing } from "./common/problems.ts";
import { type HandlersOfArea, reads } from "./handlers.ts";

export const domainsV1: HandlersOfArea<"domainsV1"> = {
  // The platform description names no filter parameters; the names are assumed.
  "domainsV1.list": reads(async ({ query }, { store }) => {
    const { limit = 100, offset = 0, ...filters } = query;
    const documents = await store.documents.list("domain");
    const matchingDomains = documents.map(({ document }) => document).filter(filterOf(filters, fieldOf));
    const objects = matchingDomains
      .sort((left, right) => compareIds(left.id, right.id))
      .slice(offset, offset + limit)
      .map(domainOf);
    return { status: 200, body: { objects, total: matchingDomains.length, limit, offset } };
  }),
  "domainsV1.get": reads(async ({ path }, { store }) => {
    const domain = existing(await store.documents.get("domain", path.domainId), "No domain has this id.");
    return { status: 200, body: domainOf(domain) };
  }),
};

function domainOf(stored: StoredDomain): DomainV1 {
  const { id, domain, manuallyMarkedAsResolving, isResolving, created, updated, isUsingHttps, sslRequestId, usedFor } = stored;
  const { primaryLandingPage, primaryEmail, primaryBlog, primarySitePage, primaryKnowledge } = stored;
  return {
    ...{ id, domain },
    ...present({
      ...{ primaryLandingPage, primaryEmail, primaryBlog, primarySitePage, primaryKnowledge },
      ...{ manuallyMarkedAsResolving, isResolving, created, updated, isUsingHttps, sslRequestId, usedFor },
    }),
  };
}

function fieldOf(domain: DomainV1, field: string): unknown {
  return domain[field as keyof DomainV1];
}

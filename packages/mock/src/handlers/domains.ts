import type { Domain, operations } from "@crm-platform/types";
import type { StoredDomain } from "../store/documents/documents.ts";
import { compareIds, compareValues } from "./common/filters.ts";
import { pagingOf } from "./common/paging.ts";
import { present } from "./common/present.ts";
import { existing, rejectIfAny } from "./common/problems.ts";
import { timeProblems, timestampOf } from "./common/timestamps.ts";
import { type HandlersOfArea, reads } from "./handlers.ts";

type Query = NonNullable<operations["domains.list"]["parameters"]["query"]>;

const defaultLimit = 100;

export const domains: HandlersOfArea<"domains"> = {
  "domains.list": reads(async ({ query }, { store }) => {
    const { createdAt, createdAfter, createdBefore, updatedAt, updatedAfter, updatedBefore } = query;
    rejectIfAny(timeProblems({ createdAt, createdAfter, createdBefore, updatedAt, updatedAfter, updatedBefore }));
    const { limit = defaultLimit, after = "0", archived = false, sort = [] } = query;
    // No operation archives domains.
    const stored = archived ? [] : await store.documents.list("domain");
    const matching = stored.map(({ document }) => document).filter((domain) => matches(domain, query));
    matching.sort((left, right) => compare(left, right, sort));
    const end = Number(after) + limit;
    const results = matching.slice(Number(after), end).map(domainOf);
    return { status: 200, body: { total: matching.length, results, ...pagingOf(end < matching.length ? String(end) : undefined) } };
  }),
  "domains.get": reads(async ({ path }, { store }) => {
    const domain = existing(await store.documents.get("domain", path.domainId), "No domain has this id.");
    return { status: 200, body: domainOf(domain) };
  }),
};

function matches({ created, updated }: StoredDomain, query: Query): boolean {
  return (
    isWithin(created, query.createdAt, query.createdAfter, query.createdBefore) &&
    isWithin(updated, query.updatedAt, query.updatedAfter, query.updatedBefore)
  );
}

function isWithin(time: number | undefined, at: string | undefined, after: string | undefined, before: string | undefined): boolean {
  if (at === undefined && after === undefined && before === undefined) return true;
  if (time === undefined) return false;
  if (at !== undefined && time !== Date.parse(at)) return false;
  if (after !== undefined && time <= Date.parse(after)) return false;
  return before === undefined || time < Date.parse(before);
}

function compare(left: StoredDomain, right: StoredDomain, sort: NonNullable<Query["sort"]>): number {
  for (const field of sort) {
    const order = compareValues(sortValue(left, field), sortValue(right, field));
    if (order !== 0) return field.startsWith("-") ? -order : order;
  }
  return compareIds(left.id, right.id);
}

function sortValue({ created, updated, domain }: StoredDomain, field: string): unknown {
  if (field.endsWith("createdAt")) return created;
  return field.endsWith("updatedAt") ? updated : domain;
}

function domainOf(domain: StoredDomain): Domain {
  const { primaryBlog, primaryEmail, primaryKnowledge, primaryLandingPage, primarySitePage } = domain;
  const { manuallyMarkedAsResolving, isSslOnly, correctCname, secondaryToDomain } = domain;
  const isUsedFor = (kind: string, isPrimary = false) => isPrimary || domain.usedFor === kind;
  return {
    id: domain.id,
    domain: domain.domain,
    isResolving: domain.isResolving ?? false,
    isUsedForBlogPost: isUsedFor("BLOG_POST", primaryBlog),
    isUsedForEmail: isUsedFor("EMAIL", primaryEmail),
    isUsedForKnowledge: isUsedFor("KNOWLEDGE", primaryKnowledge),
    isUsedForLandingPage: isUsedFor("LANDING_PAGE", primaryLandingPage),
    isUsedForSitePage: isUsedFor("SITE_PAGE", primarySitePage),
    ...present({
      created: domain.created === undefined ? undefined : timestampOf(domain.created),
      updated: domain.updated === undefined ? undefined : timestampOf(domain.updated),
      isSslEnabled: domain.isUsingHttps,
      primaryBlogPost: primaryBlog,
      ...{ primaryEmail, primaryKnowledge, primaryLandingPage, primarySitePage },
      ...{ manuallyMarkedAsResolving, isSslOnly, correctCname, secondaryToDomain },
    }),
  };
}

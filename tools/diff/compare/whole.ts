import type { Document, Json } from "../../openapi/document.ts";
import type { Aligned } from "../documents/align.ts";
import { digest, isSame, listOf, mapOf, memberOf, pairNames, quote, quoteAll, without } from "../json.ts";
import { adds, at, breaks, type Difference, reads } from "./finding.ts";
import { compareLists } from "./schemas/verdicts.ts";
import { compareTexts } from "./texts.ts";

/** What concerns the document as a whole: scopes, authentication, servers, constants, sunset interfaces and texts. */
export function compareWhole({ before, after }: Aligned): Difference[] {
  return [
    ...compareScopes(before, after),
    ...compareSchemes(before, after),
    ...compareServers(before.servers, after.servers),
    ...compareConstants(before["x-data"], after["x-data"]),
    ...compareInfo(before, after),
    ...compareTags(before, after),
    ...otherMembers.flatMap(([name, place, verdict]) =>
      isSame(withoutEvidence(memberOf(before, name)), withoutEvidence(memberOf(after, name))) ? [] : at(["document", place], verdict),
    ),
  ];
}

/** Members that are compared as a whole, with their place in a report. */
const otherMembers = [
  ["x-sunset-interfaces", "sunset interfaces", adds("sunset-interfaces-changed", "The list changed: calls to them return 410.")],
  ["jsonSchemaDialect", "schemas", reads("text-changed", "The dialect of JSON Schema changed.")],
  ["openapi", "document", reads("text-changed", "The version of OpenAPI changed.")],
  ["externalDocs", "document", reads("text-changed", "The link to other documentation changed.")],
] as const;

function withoutEvidence(node: Json | undefined): Json {
  return without(node ?? null, (keyword) => keyword === "x-evidence");
}

function compareScopes(before: Document, after: Document): Difference[] {
  return pairNames(scopesOf(before), scopesOf(after)).flatMap(({ name, old, now }) => {
    const steps = ["document", `scope ${name}`] as const;
    if (now === undefined) return at(steps, breaks("scope-removed", "The scope was removed: apps that request it are refused."));
    if (old === undefined) return at(steps, adds("scope-added", "The scope is new."));
    return old === now ? [] : at(steps, reads("text-changed", "The description of the scope changed."));
  });
}

function scopesOf({ components = {} }: Document): Map<string, Json> {
  const schemes = [...mapOf(components.securitySchemes).values()];
  const flows = schemes.flatMap((scheme) => [...mapOf(memberOf(scheme, "flows")).values()]);
  return new Map(flows.flatMap((flow) => [...mapOf(memberOf(flow, "scopes"))]));
}

function compareSchemes(before: Document, after: Document): Difference[] {
  const [schemes, schemesNow] = [before, after].map(({ components }) => mapOf(components?.securitySchemes));
  return pairNames(schemes ?? new Map(), schemesNow ?? new Map()).flatMap(({ name, old, now }) => {
    const steps = ["document", `authentication ${name}`] as const;
    if (old === undefined) return at(steps, adds("authentication-added", "This security scheme is new."));
    if (now === undefined) return at(steps, breaks("authentication-changed", "This security scheme was removed."));
    const [bare, bareNow] = [old, now].map((scheme) => without(scheme, (key) => ["description", "scopes", "x-evidence"].includes(key)));
    if (isSame(bare, bareNow)) return compareTexts(old, now, steps);
    return at(steps, breaks("authentication-changed", `This security scheme is ${quote(bareNow)} now, was ${quote(bare)}.`));
  });
}

function compareServers(before: Document["servers"], after: Document["servers"]): Difference[] {
  if (isSame(before, after)) return [];
  const steps = ["document", "servers"] as const;
  const [old, now] = [before, after].map((servers = []) => without(servers as unknown as Json, (key) => key === "description"));
  if (isSame(old, now)) return at(steps, reads("text-changed", "The descriptions of the servers changed."));
  const text = `The service is at ${quote(addresses(now))} now, was at ${quote(addresses(old))}: clients without a \`baseUrl\` call the new address.`;
  return at(steps, breaks("server-changed", text));
}

/** A server that has only an address is told by that. */
function addresses(servers: Json | undefined): Json {
  const bare = listOf(servers).map((server) => (mapOf(server).size === 1 ? (memberOf(server, "url") ?? server) : server));
  return bare.length === 1 ? (bare[0] ?? null) : bare;
}

/** Entries of `x-data` are exported constants, and their types are their values. */
function compareConstants(before: Json | undefined, after: Json | undefined): Difference[] {
  return pairNames(mapOf(before), mapOf(after)).flatMap(({ name, old, now }) => {
    const steps = ["document", `constant ${name}`] as const;
    if (now === undefined) return at(steps, breaks("constant-removed", "The constant was removed: code that imports it does not compile."));
    if (old === undefined) return at(steps, adds("constant-added", "The constant is new."));
    const [value, valueNow] = [memberOf(old, "value"), memberOf(now, "value")];
    if (isSame(value, valueNow)) return compareTexts(old, now, steps);
    if (!Array.isArray(value) || !Array.isArray(valueNow)) {
      return at(steps, breaks("constant-changed", `Its value is ${quote(valueNow)} now, was ${quote(value)}.`));
    }
    const { gone, come } = compareLists(value, valueNow);
    if (gone.length > 0) {
      const others = gone.length > 3 ? ` and ${gone.length - 3} more (#${digest(gone)})` : "";
      return at(steps, breaks("constant-changed", `Its value no longer has ${quoteAll(gone.slice(0, 3))}${others}.`));
    }
    if (come.length === 0) return at(steps, reads("text-changed", "The order of its value changed."));
    return at(steps, adds("constant-grown", `Its value has ${come.length} more: ${quoteAll(come.slice(0, 3))}.`));
  });
}

/** Title, description, contact and the like. */
function compareInfo(before: Document, after: Document): Difference[] {
  const changed = pairNames(mapOf(before.info), mapOf(after.info)).flatMap(({ name, old, now }) =>
    ["version", "x-content-hash"].includes(name) || isSame(old, now) ? [] : [name],
  );
  return changed.length === 0 ? [] : at(["document", "document"], reads("text-changed", `Its ${changed.join(" and ")} changed.`));
}

/** A tag is an area. It comes and goes with its operations. */
function compareTags(before: Document, after: Document): Difference[] {
  const [tags, tagsNow] = [before, after].map((document) => new Map((document.tags ?? []).map((tag) => [tag.name, tag] as const)));
  return pairNames(tags ?? new Map(), tagsNow ?? new Map()).flatMap(({ name, old, now }) =>
    old === undefined || now === undefined || isSame(old, now)
      ? []
      : at(["document", `area ${name}`], reads("text-changed", "The description of the area changed.")),
  );
}

import type { Document, Json } from "../../openapi/document.ts";
import type { Aligned } from "../documents/align.ts";
import { compareLists, describeChange, digest, isSame, listOf, mapOf, memberOf, pairNames, quoteAll, without } from "../json.ts";
import { adds, at, breaks, type Difference, reads, type Steps } from "./finding.ts";
import { compareNamed } from "./named.ts";
import { compareTexts } from "./texts.ts";

export function compareWhole({ before, after }: Aligned): Difference[] {
  return [
    ...compareNamed(scopesOf(before), scopesOf(after), {
      steps: (name) => ["document", `scope ${name}`],
      added: () => adds("scope-added", "The scope was added."),
      removed: () => breaks("scope-removed", "The scope was removed. Apps that request it are rejected."),
      changed: (_old, _now, steps) => at(steps, reads("text-changed", "The description changed.")),
    }),
    ...compareNamed(mapOf(before.components?.securitySchemes), mapOf(after.components?.securitySchemes), {
      steps: (name) => ["document", `authentication ${name}`],
      added: () => adds("authentication-added", "The security scheme was added."),
      removed: () => breaks("authentication-changed", "The security scheme was removed."),
      changed: compareSchemes,
    }),
    ...compareServers(before.servers, after.servers),
    // Entries of `x-data` are exported as constants with literal types.
    ...compareNamed(mapOf(before["x-data"]), mapOf(after["x-data"]), {
      steps: (name) => ["document", `constant ${name}`],
      added: () => adds("constant-added", "The constant was added."),
      removed: () => breaks("constant-removed", "The constant was removed. Code that imports it does not compile."),
      changed: compareConstants,
    }),
    ...compareInfo(before, after),
    ...compareTags(before, after),
    ...otherMembers.flatMap(([name, place, verdict]) =>
      isSame(withoutEvidence(memberOf(before, name)), withoutEvidence(memberOf(after, name))) ? [] : at(["document", place], verdict),
    ),
  ];
}

const otherMembers = [
  [
    "x-sunset-interfaces",
    "sunset interfaces",
    adds("sunset-interfaces-changed", "The list changed. Requests to the listed interfaces get a 410 response."),
  ],
  ["x-versions", "versions", adds("versions-changed", "The other versions of the interfaces, or their differences, changed.")],
  ["jsonSchemaDialect", "schemas", reads("text-changed", "The dialect of JSON Schema changed.")],
  ["openapi", "document", reads("text-changed", "The version of OpenAPI changed.")],
  ["externalDocs", "document", reads("text-changed", "The link to other documentation changed.")],
] as const;

function withoutEvidence(node: Json | undefined): Json {
  return without(node ?? null, (keyword) => keyword === "x-evidence");
}

function scopesOf({ components = {} }: Document): Map<string, Json> {
  const schemes = [...mapOf(components.securitySchemes).values()];
  const flows = schemes.flatMap((scheme) => [...mapOf(memberOf(scheme, "flows")).values()]);
  return new Map(flows.flatMap((flow) => [...mapOf(memberOf(flow, "scopes"))]));
}

function compareSchemes(old: Json, now: Json, steps: Steps): Difference[] {
  const [bare, bareNow] = [old, now].map((scheme) => without(scheme, (key) => ["description", "scopes", "x-evidence"].includes(key)));
  if (isSame(bare, bareNow)) return compareTexts(old, now, steps);
  return at(steps, breaks("authentication-changed", `${describeChange("scheme", bare, bareNow)}.`));
}

function compareServers(before: Document["servers"], after: Document["servers"]): Difference[] {
  if (isSame(before, after)) return [];
  const steps = ["document", "servers"] as const;
  const [old, now] = [before, after].map((servers = []) => without(servers as unknown as Json, (key) => key === "description"));
  if (isSame(old, now)) return at(steps, reads("text-changed", "The descriptions of the servers changed."));
  const change = describeChange("servers", addresses(old), addresses(now));
  return at(steps, breaks("server-changed", `${change}. Clients without a \`baseUrl\` call the new address.`));
}

function addresses(servers: Json | undefined): Json {
  const bare = listOf(servers).map((server) => (mapOf(server).size === 1 ? (memberOf(server, "url") ?? server) : server));
  return bare.length === 1 ? (bare[0] ?? null) : bare;
}

function compareConstants(old: Json, now: Json, steps: Steps): Difference[] {
  const [value, valueNow] = [memberOf(old, "value"), memberOf(now, "value")];
  if (isSame(value, valueNow)) return compareTexts(old, now, steps);
  if (!Array.isArray(value) || !Array.isArray(valueNow)) {
    return at(steps, breaks("constant-changed", `${describeChange("value", value, valueNow)}.`));
  }
  const { removed, added } = compareLists<Json>(value, valueNow);
  if (removed.length > 0) return at(steps, breaks("constant-changed", `Values removed: ${firstOf(removed)}.`));
  if (added.length > 0) return at(steps, adds("constant-grown", `Values added: ${firstOf(added)}.`));
  return at(steps, reads("text-changed", "The order of the values changed."));
}

/** Lists at most three values. A digest distinguishes longer lists, because accepted breaking changes are identified by their message. */
function firstOf(values: readonly Json[]): string {
  const others = values.length - 3;
  return `${quoteAll(values.slice(0, 3))}${others > 0 ? ` and ${others} more (#${digest(values)})` : ""}`;
}

function compareInfo(before: Document, after: Document): Difference[] {
  const changed = pairNames(mapOf(before.info), mapOf(after.info)).flatMap(({ name, old, now }) =>
    ["version", "x-content-hash"].includes(name) || isSame(old, now) ? [] : [name],
  );
  return changed.length === 0 ? [] : at(["document", "document"], reads("text-changed", `The ${changed.join(" and ")} changed.`));
}

/** A tag is an area, which is added and removed with its operations. */
function compareTags(before: Document, after: Document): Difference[] {
  const [tags, tagsNow] = [before, after].map((document) => new Map((document.tags ?? []).map((tag) => [tag.name, tag] as const)));
  return compareNamed(tags ?? new Map(), tagsNow ?? new Map(), {
    steps: (name) => ["document", `area ${name}`],
    added: () => undefined,
    removed: () => undefined,
    changed: (_old, _now, steps) => at(steps, reads("text-changed", "The description changed.")),
  });
}

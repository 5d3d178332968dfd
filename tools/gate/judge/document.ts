import type { Json } from "../../openapi/document.ts";
import { compareLists, isSame, listOf, mapOf, without } from "../json.ts";
import { text } from "./anyNode.ts";
import { adds, breaks, describeChange, presence, quote, quoteFirst, type Rules, reads, type Verdict } from "./verdict.ts";

/** Judges scopes, authentication, servers, constants, components that were added or removed, and the texts of the document. */
export const documentRules: Rules = {
  "document openapi": text("The version of OpenAPI changed."),
  "document jsonSchemaDialect": text("The dialect of JSON Schema changed."),
  "info contact": text("The contact changed."),
  "info license": text("The license changed."),
  "info termsOfService": text("The terms of service changed."),
  "document servers": serverVerdict,
  scope: presence(
    () => adds("scope-added", "The scope was added."),
    () => breaks("scope-removed", "The scope was removed. Apps that request it are rejected."),
  ),
  authentication: presence(
    () => adds("authentication-added", "The security scheme was added."),
    () => breaks("authentication-changed", "The security scheme was removed."),
  ),
  "authentication scheme": (before, after) => breaks("authentication-changed", `${describeChange("scheme", before, after)}.`),
  constant: presence(
    () => adds("constant-added", "The constant was added."),
    () => breaks("constant-removed", "The constant was removed. Code that uses it does not compile."),
  ),
  "constant value": constantVerdict,
  // An area is added and removed together with its operations.
  area: () => undefined,
  component: presence(
    (name) => adds(`${isSchema(name) ? "type" : "part"}-added`, `The type ${typeOf(name)} was added.`),
    (name) =>
      breaks(`${isSchema(name) ? "type" : "part"}-removed`, `The type ${typeOf(name)} was removed. Code that imports it does not compile.`),
  ),
};

function isSchema(component: string): boolean {
  return component.startsWith("schemas/");
}

function typeOf(component: string): string {
  const [kind = "", name = ""] = component.split(/\/(.*)/s);
  return quote(kind === "schemas" ? name : `components["${kind}"]["${name}"]`);
}

function serverVerdict(before: Json | undefined, after: Json | undefined): Verdict {
  const [old, now] = [before, after].map((servers = []) => without(servers, (key) => key === "description"));
  if (isSame(old, now)) return reads("text-changed", "The descriptions of the servers changed.");
  const change = describeChange("servers", addressesOf(old), addressesOf(now));
  return breaks("server-changed", `${change}. Clients without a \`baseUrl\` call the new address.`);
}

/** A server with only a URL is written as its URL, and a list with one server as this server. */
function addressesOf(servers: Json | undefined): Json {
  const addresses = listOf(servers).map((server) => (Object.keys(mapOf(server)).length === 1 ? (mapOf(server)["url"] ?? server) : server));
  return addresses.length === 1 ? (addresses[0] ?? null) : addresses;
}

/** Constants are exported with literal types. */
function constantVerdict(before: Json | undefined, after: Json | undefined): Verdict {
  if (!Array.isArray(before) || !Array.isArray(after)) return breaks("constant-changed", `${describeChange("value", before, after)}.`);
  const { removed, added } = compareLists<Json>(before, after);
  if (removed.length > 0) return breaks("constant-changed", `Values removed: ${quoteFirst(removed)}.`);
  if (added.length > 0) return adds("constant-grown", `Values added: ${quoteFirst(added)}.`);
  return reads("text-changed", "The order of the values changed.");
}

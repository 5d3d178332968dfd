import type { Document, Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import type { Aligned } from "../documents/align.ts";
import { adds, breaks, digest, type Finding, isSame, quote, quoteAll, reads, type Verdict } from "./finding.ts";
import { documentSubject } from "./places.ts";
import { without } from "./walk.ts";

/** What concerns the document as a whole: its texts, servers, scopes, data and interfaces that are gone. */
export function compareWhole({ before, after }: Aligned): Finding[] {
  const verdicts: [string, Verdict][] = [
    ...compareScopes(before, after),
    ...compareSchemes(before, after),
    ...compareServers(before, after),
    ...compareData(before["x-data"], after["x-data"]),
    ...compareTexts(before, after),
  ];
  return verdicts.map(([place, verdict]) => ({ ...verdict, subject: documentSubject, operations: [], directions: [], place }));
}

function compareScopes(before: Document, after: Document): [string, Verdict][] {
  const [old, now] = [scopesOf(before), scopesOf(after)];
  const gone = [...old.keys()].filter((scope) => !now.has(scope));
  const come = [...now.keys()].filter((scope) => !old.has(scope));
  const changed = [...now].filter(([scope, text]) => old.has(scope) && old.get(scope) !== text);
  return [
    ...gone.map((scope): [string, Verdict] => [
      `scope ${scope}`,
      breaks("scope-removed", "The scope is gone: apps that ask for it are refused."),
    ]),
    ...come.map((scope): [string, Verdict] => [`scope ${scope}`, adds("scope-added", "The scope is new.")]),
    ...changed.map(([scope]): [string, Verdict] => [`scope ${scope}`, reads("text-changed", "What the scope permits reads differently.")]),
  ];
}

function scopesOf({ components = {} }: Document): Map<string, Json> {
  return new Map(
    Object.values(components.securitySchemes ?? {}).flatMap((scheme) =>
      "flows" in scheme ? Object.values(scheme.flows ?? {}).flatMap(({ scopes = {} }) => Object.entries(scopes)) : [],
    ),
  );
}

function compareSchemes(before: Document, after: Document): [string, Verdict][] {
  const [old, now] = [before, after].map((document) => (document.components?.securitySchemes ?? {}) as unknown as Record<string, Json>);
  return [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].flatMap((name): [string, Verdict][] => {
    const place = `authentication ${name}`;
    if (old?.[name] === undefined) return [[place, adds("authentication-added", "This way to authenticate is new.")]];
    if (now?.[name] === undefined) return [[place, breaks("authentication-changed", "This way to authenticate is gone.")]];
    const [oldBare, bare] = [old[name], now[name]].map((scheme) =>
      without(scheme ?? null, (key) => ["description", "scopes", "x-evidence"].includes(key)),
    );
    if (!isSame(oldBare, bare))
      return [[place, breaks("authentication-changed", `One authenticates by ${quote(bare)} now, not by ${quote(oldBare)}.`)]];
    return isSame(textOf(old[name]), textOf(now[name])) ? [] : [[place, reads("text-changed", "Its description reads differently.")]];
  });
}

function textOf(scheme: Json | undefined): Json | undefined {
  return isObject(scheme) ? scheme["description"] : undefined;
}

function compareServers(before: Document, after: Document): [string, Verdict][] {
  if (isSame(before.servers, after.servers)) return [];
  const [old, now] = [before, after].map(({ servers = [] }) => without(servers as unknown as Json, (key) => key === "description"));
  if (isSame(old, now)) return [["servers", reads("text-changed", "What is told of the servers reads differently.")]];
  return [
    [
      "servers",
      breaks(
        "server-changed",
        `The service is at ${quote(addresses(now))} now, not at ${quote(addresses(old))}: clients without a \`baseUrl\` of their own call another one.`,
      ),
    ],
  ];
}

/** The address of a server that has no more than that. */
function addresses(servers: Json | undefined): Json {
  const all = Array.isArray(servers) ? (servers as readonly Json[]) : [];
  const bare = all.map((server) => (isObject(server) && Object.keys(server).length === 1 ? (server["url"] ?? server) : server));
  return bare.length === 1 ? (bare[0] ?? null) : bare;
}

/** Entries of `x-data` are constants, and their types know the values. */
function compareData(old: Json | undefined, now: Json | undefined): [string, Verdict][] {
  const [oldData, data] = [old, now].map((entries) => (isObject(entries) ? entries : {}));
  return [...new Set([...Object.keys(oldData ?? {}), ...Object.keys(data ?? {})])].flatMap((name): [string, Verdict][] => {
    const [before, after] = [oldData?.[name], data?.[name]];
    if (isSame(withoutEvidence(before), withoutEvidence(after))) return [];
    return [[`constant ${name}`, compareConstant(before, after)]];
  });
}

function compareConstant(old: Json | undefined, now: Json | undefined): Verdict {
  if (now === undefined) return breaks("constant-removed", "The constant is gone: code that imports it no longer compiles.");
  if (old === undefined) return adds("constant-added", "The constant is new.");
  const [before, after] = [valueIn(old), valueIn(now)];
  if (isSame(before, after)) return reads("text-changed", "Its description reads differently.");
  if (!Array.isArray(before) || !Array.isArray(after))
    return breaks("constant-changed", `Its value was ${quote(before)} and is ${quote(after)} now.`);
  const gone = before.filter((item: Json) => !after.some((other: Json) => isSame(item, other)));
  const come = after.filter((item: Json) => !before.some((other: Json) => isSame(item, other)));
  if (gone.length > 0)
    return breaks(
      "constant-changed",
      `${quoteAll(gone.slice(0, 3))} ${gone.length > 3 ? `and ${gone.length - 3} more (#${digest(gone)}) are` : gone.length === 1 ? "is" : "are"} gone from it.`,
    );
  return come.length > 0
    ? adds("constant-grown", `It has ${come.length} more: ${quoteAll(come.slice(0, 3))}.`)
    : reads("text-changed", "It stands in another order.");
}

function valueIn(entry: Json): Json | undefined {
  return isObject(entry) ? entry["value"] : entry;
}

function withoutEvidence(entry: Json | undefined): Json {
  return without(entry ?? null, (key) => key === "x-evidence");
}

/** The version and the hash differ with every release; what they stand for is told elsewhere. */
function compareTexts(before: Document, after: Document): [string, Verdict][] {
  return [
    ...compareInfo(before, after),
    ...compareTags(before, after),
    ...compareMember("x-sunset-interfaces", before, after, [
      "interfaces that are gone",
      adds("sunset-interfaces-changed", "The list is different: calls to them are answered 410."),
    ]),
    ...compareMember("jsonSchemaDialect", before, after, ["schemas", reads("text-changed", "They name another dialect of JSON Schema.")]),
    ...compareMember("openapi", before, after, ["document", reads("text-changed", "It names another version of OpenAPI.")]),
    ...compareMember("externalDocs", before, after, ["document", reads("text-changed", "It names other pages to read on.")]),
  ];
}

function compareMember(name: string, before: Document, after: Document, told: [string, Verdict]): [string, Verdict][] {
  const [old, now] = [before, after].map((document) => withoutEvidence((document as unknown as Record<string, Json>)[name]));
  return isSame(old, now) ? [] : [told];
}

/** Title, description, contact and whatever else says what the document is. */
function compareInfo(before: Document, after: Document): [string, Verdict][] {
  const [old, now] = [before, after].map(({ info }) => info as unknown as Record<string, Json>);
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  const changed = names.filter((name) => !["version", "x-content-hash"].includes(name) && !isSame(old?.[name], now?.[name]));
  return changed.length === 0
    ? []
    : [["document", reads("text-changed", `Its ${changed.join(" and ")} ${changed.length === 1 ? "reads" : "read"} differently.`)]];
}

/** A tag is an area; one that came or went did so with its operations. */
function compareTags(before: Document, after: Document): [string, Verdict][] {
  const [old, now] = [before, after].map(({ tags = [] }) => new Map(tags.map((tag) => [tag.name, tag])));
  return [...(now ?? [])].flatMap(([name, tag]): [string, Verdict][] => {
    const one = old?.get(name);
    return one === undefined || isSame(one, tag)
      ? []
      : [[`area ${name}`, reads("text-changed", "What is told of the area reads differently.")]];
  });
}

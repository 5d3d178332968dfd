import { type Difference, isObject, type JsonObject, type OpenApiDocument, pointedAt, resolve } from "./document.ts";
import { methodsOf, readOperations } from "./operations.ts";
import { withoutField } from "./owners.ts";
import { pointerKeys } from "./pointer.ts";
import { schemasAt } from "./schemas.ts";
import { compareVersions, VersionTable, versionIn } from "./versions.ts";

/** A part of the copy that becomes the version's document. */
type Draft = Record<string, unknown>;

/** Returns the names of all versions in a document, oldest first. */
export function versionsIn(document: OpenApiDocument): string[] {
  const names = [...Object.keys(document.paths).map(versionIn), ...new VersionTable(document).rows.map(({ name }) => name)];
  return [...new Set(names)].filter((name) => name !== "").sort(compareVersions);
}

/** Returns the document of one version, which contains the interfaces that have it. Omits the additional paths of an operation. */
export function versionDocument(document: OpenApiDocument, version: string): OpenApiDocument {
  const copy = structuredClone(document);
  const { "x-versions": _versions, "x-sunset-interfaces": _ended, "x-data": _data, ...draft } = copy as OpenApiDocument & Draft;
  const { "x-content-hash": _hash, ...info } = draft.info;
  const table = new VersionTable(document);
  const operations = new Map(readOperations(document).map((operation) => [operation.operationId, operation]));
  const paths: Record<string, Draft> = {};
  const tags = new Set<unknown>();

  for (const [describedPath, described] of Object.entries(draft.paths)) {
    const item = resolve(copy, described) as Record<string, Draft>;
    for (const method of methodsOf(item)) {
      const node = item[method] as Draft;
      const operation = operations.get(String(node["operationId"]));
      const variant = operation && table.versionsOf(operation).find((one) => one.version.name === version);
      if (!variant && versionIn(describedPath) !== version) continue;
      const path = variant?.path ?? describedPath;
      const parameters = "parameters" in item ? { parameters: item["parameters"] } : {};
      paths[path] = { ...parameters, ...paths[path], [method]: node };
      for (const tag of [node["tags"] ?? []].flat()) tags.add(tag);
      for (const difference of variant?.version.differences ?? []) adapt(copy, node, difference);
      if (variant?.version.deprecatedAt !== undefined) Object.assign(node, { deprecated: true, "x-sunset": variant.sunset });
    }
  }

  const hasTag = (node: unknown) => isObject(node) && [node["tags"] ?? []].flat().some((tag) => tags.has(tag));
  const webhooks = Object.entries(Object(draft["webhooks"])).filter(([, item]) => Object.values(Object(item)).some(hasTag));
  return withoutUnusedComponents({
    ...draft,
    info: { ...info, title: `${info["title"]}, version ${version}` },
    tags: (draft["tags"] as readonly JsonObject[]).filter(({ name }) => tags.has(name)),
    paths,
    webhooks: Object.fromEntries(webhooks),
  });
}

function adapt(document: OpenApiDocument, operation: Draft, difference: Difference): void {
  const { absentFields = [], absentParameters = [], absentValues = {}, optional = {}, status = {} } = difference;
  const responses = operation["responses"] as Record<string, Draft>;
  const request = mediaTypeOf(document, operation["requestBody"]);
  const bodies = [request, ...Object.values(responses).map((response) => mediaTypeOf(document, response))].filter(isObject);

  for (const pointer of Object.keys(optional)) for (const [owner, key] of ownersAt(document, request, pointer)) notRequired(owner, key);
  for (const pointer of absentFields) {
    for (const body of bodies) {
      for (const [owner, key] of ownersAt(document, body, pointer)) {
        notRequired(owner, key);
        delete (owner["properties"] as Draft | undefined)?.[key];
      }
      for (const example of examplesOf(body)) example["value"] = withoutField(example["value"], pointer);
    }
  }
  if (absentParameters.length > 0) {
    const isAbsent = (parameter: unknown) => absentParameters.includes(String((resolve(document, parameter) as Draft)["name"]));
    operation["parameters"] = [operation["parameters"] ?? []].flat().filter((parameter) => !isAbsent(parameter));
  }
  for (const [pointer, values] of Object.entries(absentValues)) withoutValues(document, bodies, pointer, values);
  for (const [from, to] of Object.entries(status)) {
    responses[to] = to === "204" ? { description: "The request was processed." } : joined(document, responses, from, to);
    delete responses[from];
  }
}

function mediaTypeOf(document: OpenApiDocument, body: unknown): Draft | undefined {
  const { content } = (resolve(document, body) ?? {}) as Draft;
  return Object.values(Object(content))[0] as Draft | undefined;
}

function examplesOf({ examples }: Draft): Draft[] {
  return Object.values(Object(examples));
}

/** Returns every schema that declares the object with the field at the pointer. */
function ownersAt(document: OpenApiDocument, body: Draft | undefined, pointer: string): [owner: Draft, key: string][] {
  const keys = pointerKeys(pointer);
  const owners = schemasAt(
    document,
    body?.["schema"],
    keys.slice(0, -1).map((key) => (key === "*" ? "0" : key)),
  );
  return owners.map((owner) => [owner as Draft, keys.at(-1) ?? ""]);
}

function notRequired(owner: Draft, key: string): void {
  const required = [owner["required"] ?? []].flat().filter((name) => name !== key);
  if (required.length > 0) owner["required"] = required;
  else delete owner["required"];
}

/** Removes the alternatives of the request that are for these values, and the examples that contain them. */
function withoutValues(document: OpenApiDocument, bodies: readonly Draft[], pointer: string, values: readonly string[]): void {
  const [request] = bodies;
  const names = new Set<string>();
  for (const [name, example] of Object.entries(Object(request?.["examples"]) as Record<string, Draft>)) {
    const isAbsent = values.includes(String((example["value"] as Draft)[pointer.slice(1)]));
    if (isAbsent) names.add(name);
  }
  for (const { examples } of bodies) for (const name of names) delete (examples as Draft | undefined)?.[name];
  for (const [owner, key] of ownersAt(document, request, pointer)) {
    const { oneOf, discriminator } = owner as { oneOf?: readonly unknown[]; discriminator?: { mapping?: Draft } };
    if (!oneOf) continue;
    owner["oneOf"] = oneOf.filter((alternative) => {
      const fields = schemasAt(document, alternative, [key]);
      return !fields.some((field) => values.includes(String(field["const"])));
    });
    for (const value of values) delete discriminator?.mapping?.[value];
  }
}

/** Returns a response with the body of one status, and the description of the other. */
function joined(document: OpenApiDocument, responses: Record<string, Draft>, from: string, to: string): Draft {
  const partial = mediaTypeOf(document, responses[from]);
  const complete = mediaTypeOf(document, responses[to]);
  const examples = { ...Object(complete?.["examples"]), ...Object(partial?.["examples"]) };
  return { ...responses[to], content: { "application/json": { ...partial, examples } } };
}

function withoutUnusedComponents(document: OpenApiDocument & Draft): OpenApiDocument {
  const used = new Set<string>();
  const { components, ...rest } = document;
  visit(rest);
  const kept = Object.entries(Object(components) as Record<string, Draft>).map(([kind, named]) => {
    const entries = Object.entries(named).filter(([name]) => kind === "securitySchemes" || used.has(`#/components/${kind}/${name}`));
    return [kind, Object.fromEntries(entries)] as const;
  });
  return { ...document, components: Object.fromEntries(kept.filter(([, named]) => Object.keys(named).length > 0)) } as OpenApiDocument;

  function visit(node: unknown): void {
    // The values of a discriminator's mapping are references too.
    if (typeof node === "string" && node.startsWith("#/components/") && !used.has(node)) {
      used.add(node);
      visit(pointedAt(document, node));
    }
    if (typeof node === "object" && node !== null) for (const value of Object.values(node)) visit(value);
  }
}

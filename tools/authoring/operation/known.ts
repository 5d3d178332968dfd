import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { bundle } from "../../bundle/bundle.ts";
import type { Document, Json, Parameter } from "../../bundle/document.ts";
import { methodsOf, Resolver } from "../../bundle/resolve.ts";
import { repository } from "../../repository.ts";

/** What the spec has already, as far as a new operation has to fit to it. */
export interface Known {
  readonly areas: readonly string[];
  readonly operationIds: readonly string[];
  readonly paths: readonly string[];
  /** The operations of a path that is there, by their methods, and its file as the index has it, for example `tickets/archive.yaml`. */
  pathItem(path: string): PathItem;
  readonly scopes: readonly string[];
  /** The schemas in the folder of an area. */
  schemasOf(area: string): readonly string[];
  /** A value that some body of the spec has as its example, by the name of its schema. */
  exampleOf(schema: string): Json | undefined;
  /** A parameter in a path that another operation has, with an example. */
  pathParameter(name: string): { readonly example: Json; readonly description: string } | undefined;
}

/** A path that is there already. */
export interface PathItem {
  readonly file: string;
  readonly methods: readonly string[];
}

/** Reads the spec in the folder the process runs in. @throws ProblemsError when the spec is not sound as it is */
export async function readKnown(): Promise<Known> {
  const document = await bundle(repository.document, repository.configuration);
  const resolver = new Resolver(document);
  const index = parse(readFileSync(repository.document, "utf8")) as { paths: Record<string, { $ref: string }> };
  const items = Object.values(document.paths ?? {});
  const operations = items.flatMap((item) => methodsOf(item).map((method) => (item as Record<string, unknown>)[method] as Found));
  const parameters = [...items, ...operations].flatMap(({ parameters: own = [] }) =>
    own.map((parameter) => resolver.resolve<Parameter>(parameter)),
  );
  return {
    areas: (document.tags ?? []).map(({ name }) => name),
    operationIds: operations.map(({ operationId }) => operationId),
    paths: Object.keys(document.paths ?? {}),
    pathItem: (path) => ({
      file: (index.paths[path]?.$ref ?? "").replace("./", ""),
      methods: methodsOf(document.paths?.[path] ?? {}),
    }),
    scopes: scopesOf(document),
    schemasOf(area) {
      const folder = join("spec", area, "schemas");
      return existsSync(folder) ? readdirSync(folder).map((file) => basename(file, ".yaml")) : [];
    },
    exampleOf: (schema) => exampleIn(operations, `#/components/schemas/${schema}`),
    pathParameter(name) {
      const parameter = parameters.find((one) => one.in === "path" && one.name === name) as Described | undefined;
      const [first] = Object.values(parameter?.examples ?? {});
      return first === undefined ? undefined : { example: first.value, description: parameter?.description ?? "" };
    },
  };
}

interface Found {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
}

interface Described {
  readonly description?: string;
  readonly examples?: { readonly [name: string]: { readonly value: Json } };
}

function scopesOf({ components }: Document): string[] {
  const schemes = Object.values(components?.securitySchemes ?? {}) as { flows?: Record<string, { scopes?: object }> }[];
  return [...new Set(schemes.flatMap(({ flows = {} }) => Object.values(flows).flatMap(({ scopes = {} }) => Object.keys(scopes))))];
}

/** Looks at every body: it has a schema and examples side by side. */
function exampleIn(node: unknown, reference: string): Json | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  const { schema, examples } = node as { schema?: { $ref?: string }; examples?: Described["examples"] };
  const [first] = Object.values(examples ?? {});
  if (schema?.$ref === reference && first !== undefined) return first.value;
  for (const value of Object.values(node)) {
    const found = exampleIn(value, reference);
    if (found !== undefined) return found;
  }
  return undefined;
}

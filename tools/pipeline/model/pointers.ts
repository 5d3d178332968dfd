/**
 * The extensions that point into the bodies of an operation. No code can be made of one that leads nowhere: the lint rules refuse
 * it in our own spec, and in a foreign document it counts as absent.
 */
import type { Schema } from "../../openapi/document.ts";
import { type Extensions, type Pagination, readExtension } from "../../openapi/extensions.ts";
import { pointerKeys } from "../../openapi/pointer.ts";
import type { Resolver } from "../../openapi/resolve.ts";
import { requestSchema, successSchemas } from "./bodies.ts";
import type { Batch, Body, Limit, Parameter } from "./model.ts";
import { holds } from "./schemas.ts";
import type { OperationContext, OperationSource } from "./sources.ts";

type Step = { readonly property: string } | "items";

export function buildPagination(
  source: OperationSource,
  context: OperationContext,
  query: readonly Parameter[],
  body: Body | undefined,
): Pagination | undefined {
  const pagination = readExtension("x-pagination", source.operation["x-pagination"]);
  if (pagination === undefined) return undefined;
  const answers = new Bodies(successSchemas(source, context), context.resolver);
  const inQuery = (...names: readonly string[]): boolean => names.every((name) => query.some((parameter) => parameter.name === name));
  if (pagination.style === "offset") {
    const { limit, offset, items, total } = pagination;
    const leads = inQuery(limit, offset) && answers.haveList(steps(items)) && answers.have(steps(total));
    return leads ? pagination : undefined;
  }
  if (pagination.style === "chunks") {
    const { limit, cursor, items, more, next } = pagination;
    const leads = inQuery(limit, cursor) && answers.haveList([]) && answers.haveList(["items", ...steps(items)]);
    return leads && answers.have(["items", ...steps(more)], ["items", ...steps(next)]) ? pagination : undefined;
  }
  const { inputs, id, cursor, results, of, items, next } = pagination;
  const request = requestOf(source, context);
  const input = (pointer: string): Step[] => [...steps(inputs), "items", ...steps(pointer)];
  const result = (pointer: string): Step[] => [...steps(results), "items", ...steps(pointer)];
  const leadsIn = body?.placement !== "member" && request.haveList(steps(inputs)) && request.have(input(id), input(cursor));
  const leadsOut = answers.haveList(steps(results)) && answers.haveList(result(items)) && answers.have(result(of), result(next));
  return leadsIn && leadsOut ? pagination : undefined;
}

/** Where a call has the body beside other parameters, its parts would not be found. */
export function buildBatch(
  source: OperationSource,
  context: OperationContext,
  limits: readonly Limit[],
  body: Body | undefined,
): Batch | undefined {
  const batch = readExtension("x-batch", source.operation["x-batch"]);
  if (batch === undefined || body?.placement === "member") return undefined;
  const { inputs, results, match } = batch;
  if (!requestOf(source, context).haveList(steps(inputs))) return undefined;
  const answers = new Bodies(successSchemas(source, context), context.resolver);
  if (results !== undefined && !answers.haveList(steps(results))) return undefined;
  const sizes = limits.filter(({ pointer }) => pointer === inputs).map(({ maxItems }) => maxItems);
  const size = sizes.length === 0 ? undefined : Math.min(...sizes);
  return { inputs, size, results, match: leadsToIds(source, context, batch) ? match : undefined };
}

/** Whether the pointers of a `match` lead somewhere; what an error holds need not be described. */
function leadsToIds(source: OperationSource, context: OperationContext, { inputs, results, match }: Extensions["x-batch"]): boolean {
  if (match === undefined || results === undefined) return false;
  const { input, result, variant = [], property } = match;
  const inItem = (list: string, pointers: readonly string[]): Step[][] =>
    pointers.map((pointer) => [...steps(list), "items", ...steps(pointer)]);
  const request = requestOf(source, context);
  const answers = new Bodies(successSchemas(source, context), context.resolver);
  const variants = [variant].flat();
  return (
    request.have(...inItem(inputs, [...input, ...variants]), ...(property ? [steps(property.name)] : [])) &&
    answers.have(...inItem(results, [...result, ...variants, ...(property ? [property.values] : [])]))
  );
}

export function buildIdempotencyKey(source: OperationSource, context: OperationContext): readonly string[] | undefined {
  const pointer = readExtension("x-idempotency-key", source.operation["x-idempotency-key"]);
  if (pointer === undefined) return undefined;
  const names = pointerKeys(pointer);
  return requestOf(source, context).have(names.map((property) => ({ property }))) ? names : undefined;
}

function requestOf(source: OperationSource, context: OperationContext): Bodies {
  const schema = requestSchema(source, context);
  return new Bodies(schema === undefined ? [] : [schema], context.resolver);
}

function steps(pointer: string): Step[] {
  return pointerKeys(pointer).map((property) => ({ property }));
}

/** The schemas of the request, or of every success that has a body. */
class Bodies {
  readonly #schemas: readonly Schema[];
  readonly #resolver: Resolver;

  constructor(schemas: readonly Schema[], resolver: Resolver) {
    this.#schemas = schemas;
    this.#resolver = resolver;
  }

  /** Whether there are any, and each of the paths leads to something in all of them. */
  have(...paths: readonly (readonly Step[])[]): boolean {
    return paths.every((path) => this.#everyOne(path, () => true));
  }

  /** Whether there are any, and the path leads to a list in all of them. */
  haveList(path: readonly Step[]): boolean {
    return this.#everyOne(path, (schema) => isList(schema, this.#resolver));
  }

  #everyOne(path: readonly Step[], isRight: (schema: Schema) => boolean): boolean {
    return this.#schemas.length > 0 && this.#schemas.every((schema) => leads(schema, path, isRight, this.#resolver));
  }
}

/** Whether a path leads to something that is right, whichever alternative of the schema a value follows. */
function leads(schema: Schema, path: readonly Step[], isRight: (schema: Schema) => boolean, resolver: Resolver): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return isRight(schema);
  return holds(schema, resolver, ({ items, properties = {} }) => {
    const next = step === "items" ? items : Object.hasOwn(properties, step.property) ? properties[step.property] : undefined;
    return next !== undefined && leads(next, rest, isRight, resolver);
  });
}

function isList(schema: Schema, resolver: Resolver): boolean {
  return holds(schema, resolver, ({ type }) => [type].flat().includes("array"));
}

import type { TestResponse } from "../behavior/platform.ts";
import type { CommandOf, PairInput } from "./commands.ts";
import { described, type Send } from "./described.ts";
import { type Kind, kindNamed } from "./kinds.ts";

type Change = CommandOf<"associate" | "dissociate">;

const v1 = "/crm-associations/v1/associations";

export async function associate({ type, version, family, reverse, inputs }: Change, call: Send): Promise<unknown> {
  const pair = reverse ? `${family.to}/${family.from}` : `${family.from}/${family.to}`;
  const isNew = type === "associate";
  if (version === 3) {
    const path = `/crm/v3/associations/${pair}/batch/${isNew ? "create" : "archive"}`;
    const response = await call({ path, body: { inputs: inputs.map((input) => namedInput(input, reverse)) } });
    return described(response, ({ body }) =>
      isNew ? { results: linksIn(body), invalid: body.errors?.[0].context.INVALID_OBJECT_IDS ?? [] } : {},
    );
  }
  if (version === 2026) {
    const action = isNew ? "create" : "labels/archive";
    const body = { inputs: inputs.map((input) => typedInput(input, reverse)) };
    const response = await call({ path: `/crm/associations/2026-03/${pair}/batch/${action}`, body });
    return described(response, () => (isNew ? labeled(response) : {}));
  }
  const items = inputs.map((input) => numberedInput(input, reverse));
  const [single] = items;
  if (items.length > 1) {
    const response = await call({ method: "PUT", path: `${v1}/${isNew ? "create" : "delete"}-batch`, body: items });
    return described(response, () => (isNew ? { single: null } : {}));
  }
  return described(await call({ method: "PUT", path: isNew ? v1 : `${v1}/delete`, body: single }), ({ body }) =>
    isNew ? { single: body } : {},
  );
}

export async function readAssociations({ family, reverse, ids }: CommandOf<"readAssociations">, call: Send): Promise<unknown> {
  const pair = reverse ? `${family.to}/${family.from}` : `${family.from}/${family.to}`;
  const response = await call({ path: `/crm/v3/associations/${pair}/batch/read`, body: { inputs: ids.map((id) => ({ id })) } });
  return described(response, ({ body }) => ({
    results: body.results.map(({ from, to }: { from: { id: string }; to: { id: string; type: string }[] }) => ({
      id: from.id,
      to: to.map(({ id, type }) => `${id} ${type}`),
    })),
    missing: (body.errors ?? []).flatMap((error: { context: { fromObjectId: string[] } }) => error.context.fromObjectId),
  }));
}

export async function readTypes({ family, reverse, id }: CommandOf<"readTypes">, call: Send): Promise<unknown> {
  const [from, to] = reverse ? [family.to, family.from] : [family.from, family.to];
  const response = await call({ path: `/crm/objects/2026-03/${from}/${id}/associations/${to}` });
  return described(response, ({ body }) => ({
    results: body.results.map(({ toObjectId, associationTypes }: { toObjectId: string; associationTypes: { typeId: number }[] }) => ({
      to: toObjectId,
      types: associationTypes.map(({ typeId }) => typeId),
    })),
  }));
}

export async function listAssociations(
  { reverse, id, limit, offset }: CommandOf<"listAssociations">,
  kind: Kind,
  call: Send,
): Promise<unknown> {
  const definition = reverse ? kind.backId : kind.id;
  return described(await call({ path: `${v1}/${id}/SERVICE_DEFINED/${definition}`, query: { limit, offset } }), ({ body }) => body[0]);
}

function namedInput({ kind, from, to }: PairInput, reverse: boolean): unknown {
  const { name, backName } = kindNamed(kind);
  return reverse ? { from: { id: to }, to: { id: from }, type: backName } : { from: { id: from }, to: { id: to }, type: name };
}

function typedInput({ kind, from, to }: PairInput, reverse: boolean): unknown {
  const { id, backId } = kindNamed(kind);
  const types = [{ associationCategory: "SERVICE_DEFINED", associationTypeId: reverse ? backId : id }];
  return reverse ? { from: { id: to }, to: { id: from }, types } : { from: { id: from }, to: { id: to }, types };
}

function labeled({ body }: TestResponse): object {
  return {
    results: body.results.map((result: { fromObjectId: string; toObjectId: string; labels: string[] }) => ({
      from: result.fromObjectId,
      to: result.toObjectId,
      labels: result.labels,
    })),
    invalid: body.errors?.[0].context.INVALID_OBJECT_IDS ?? [],
  };
}

function numberedInput({ kind, from, to }: PairInput, reverse: boolean): unknown {
  const { id, backId } = kindNamed(kind);
  const ends = reverse ? { fromObjectId: Number(to), toObjectId: Number(from) } : { fromObjectId: Number(from), toObjectId: Number(to) };
  return { ...ends, category: "SERVICE_DEFINED", definitionId: reverse ? backId : id };
}

function linksIn({ results }: { results: { from: { id: string }; to: { id: string }; type: string }[] }): unknown[] {
  return results.map(({ from, to, type }) => ({ link: `${from.id} ${type} ${to.id}` }));
}

import type { Batch, StandardError } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import { completed } from "../common/batch.ts";
import { problemOf } from "../common/problems.ts";
import type { ObjectType } from "../records/objectTypes.ts";
import { currentIds } from "../records/recyclingBin.ts";

interface Input {
  readonly id: string;
  readonly after?: string;
}

/** The associations of a record, starting after its cursor. */
export interface ReadResult<Result> {
  readonly isEmpty: boolean;
  readonly result: Result;
}

type ReadBatch<Result> = Pick<Batch, "status" | "startedAt" | "completedAt"> & { results: Result[] };

/** For a record without associations, returns an error instead of a result (behaviour.md, 5). */
export async function readBatch<Result>(
  { store, now }: Pick<Context, "store" | "now">,
  { from, to }: { readonly from: ObjectType; readonly to: ObjectType },
  given: readonly Input[],
  read: (inputs: readonly Input[]) => Promise<readonly ReadResult<Result>[]>,
): Promise<
  { status: 200; body: ReadBatch<Result> } | { status: 207; body: ReadBatch<Result> & { numErrors: number; errors: StandardError[] } }
> {
  const current = await currentIds(
    store.records,
    from.typeId,
    given.map(({ id }) => id),
  );
  const inputs = distinct(given).filter(({ id }) => current.has(id));
  const pages = await read(inputs);
  const associated = idsWithAny(inputs, pages);
  // A record without associations after its cursor may still have associations before it.
  const doubtful = inputs.filter(({ id, after }) => after !== undefined && !associated.has(id)).map(({ id }) => ({ id }));
  for (const id of idsWithAny(doubtful, await read(doubtful))) associated.add(id);
  const results = inputs.flatMap(({ id }, index) => (associated.has(id) ? (pages[index]?.result ?? []) : []));
  const batch = { ...completed(now), results };
  const without = [...new Set(given.map(({ id }) => id).filter((id) => !associated.has(id)))];
  if (without.length === 0) return { status: 200, body: batch };
  const errors = without.map((id) => noAssociations(id, from, to));
  return { status: 207, body: { ...batch, numErrors: errors.length, errors } };
}

export function cursorProblem(field: string, after: string): Problem {
  return problemOf(field, "cursor", "must be the value of paging.next.after in a response", after);
}

function idsWithAny(inputs: readonly Input[], pages: readonly ReadResult<unknown>[]): Set<string> {
  return new Set(inputs.filter((_, index) => pages[index]?.isEmpty === false).map(({ id }) => id));
}

/** Removes repeated inputs, because other batches also return the result for a repeated id once (assumed). */
function distinct(inputs: readonly Input[]): Input[] {
  return [...new Map(inputs.map((input) => [`${input.id} ${input.after ?? ""}`, input])).values()];
}

function noAssociations(id: string, from: ObjectType, to: ObjectType): StandardError {
  return {
    status: "404",
    category: "OBJECT_NOT_FOUND",
    subCategory: "crm.associations.NO_ASSOCIATIONS_FOUND",
    message: `The ${from.singular} has no associated ${to.singular}.`,
    context: { fromObjectId: [id], fromObjectType: [from.internalName], toObjectType: [to.internalName] },
    errors: [],
    links: {},
  };
}

import type { operations, RecordAssociationsV3 } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { RequestOf, ResultOf } from "../../platform/handler.ts";
import type { Link } from "../../store/store.ts";
import { type AssociationType, associationTypesOf } from "../associations/associationTypes.ts";
import { linksAfter } from "../associations/linksAfter.ts";
import { enoughForPage, isCursor, pageOf, startOf } from "../associations/paging.ts";
import { cursorProblem, readBatch } from "../associations/readBatch.ts";
import { objectTypesOf } from "../associations/rejections.ts";
import { rejectIfAny } from "../common/problems.ts";
import { typeIdOf } from "../records/objectTypes.ts";

type Operation = operations["associationsV3.batchRead"];

const companyType = typeIdOf("companies");

export async function batchRead({ path, body }: RequestOf<Operation>, context: Context): Promise<ResultOf<Operation>> {
  const ends = objectTypesOf(path);
  rejectIfAny(
    body.inputs.flatMap(({ after }, index) =>
      after === undefined || isCursor(after) ? [] : [cursorProblem(`inputs[${index}].after`, after)],
    ),
  );
  const { store } = context;
  const all = (await associationTypesOf(store.documents)).between(ends.from.typeId, ends.to.typeId);
  const names = shownNames(all);
  const shown = all.filter((type) => names.has(type.id));
  return readBatch(context, ends, body.inputs, async (inputs) => {
    const starts = inputs.map(({ id, after }) => ({ id, after: startOf(after) }));
    const found = await linksAfter(store, shown, starts, enoughForPage);
    return inputs.map(({ id, after }, index) => {
      const links = found[index] ?? [];
      return { isEmpty: links.length === 0, result: associationsOf(id, links, names, after) };
    });
  });
}

/** For companies, shows only the primary type (description, Limits) or, if there is no primary type, all types (assumed). */
function shownNames(types: readonly AssociationType[]): Map<number, string> {
  const primary = types.filter((type) => type.toType === companyType && type.unlabeled !== undefined);
  const shown = primary.length > 0 ? primary : types;
  return new Map(shown.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

function associationsOf(id: string, links: readonly Link[], names: ReadonlyMap<number, string>, after?: string): RecordAssociationsV3 {
  const { page, next } = pageOf(links, after);
  const to = page.map((link) => ({ id: link.toId, type: names.get(link.typeId) ?? "" }));
  return { from: { id }, to, ...(next === undefined ? {} : { paging: { next: { after: next } } }) };
}

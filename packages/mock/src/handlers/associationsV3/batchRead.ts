import type { RecordAssociationsV3 } from "@crm-platform/types";
import type { Link } from "../../store/associations/associationStore.ts";
import type { Ends } from "../associations/ends.ts";
import { linksAfter, type Start } from "../associations/linksAfter.ts";
import { enoughForPage, pageOf, typeCursor } from "../associations/paging.ts";
import { type Input, readBatch } from "../associations/readBatch.ts";
import { pagingOf } from "../common/paging.ts";
import type { RunWith } from "../handlers.ts";
import { companyType } from "../records/objectTypes.ts";

export const batchRead: RunWith<Ends, "associationsV3.batchRead"> = async (ends, { body }, context) => {
  const primary = ends.between.filter((type) => type.toType === companyType && type.unlabeled !== undefined);
  // For companies, shows only the primary type (platform description, Limits) or, if there is no primary type, all types (assumed).
  const visibleTypes = primary.length > 0 ? primary : ends.between;
  const names = new Map(visibleTypes.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
  const counterpart = primary.length > 0 ? "primary company" : undefined;
  const types = ends.between.filter(({ id }) => names.has(id));
  const read = async (starts: readonly Start[], inputs: readonly Input[]) => {
    const linksPerStart = await linksAfter(context.store, types, starts, enoughForPage);
    return inputs.map(({ id, after }, index) => associationsOf(id, linksPerStart[index] ?? [], names, after));
  };
  return readBatch(context, ends, body.inputs, typeCursor, read, counterpart);
};

function associationsOf(id: string, links: readonly Link[], names: ReadonlyMap<number, string>, after?: string): RecordAssociationsV3 {
  const { page, next } = pageOf(links, after);
  const to = page.map((link) => ({ id: link.toId, type: names.get(link.typeId) ?? "" }));
  return { from: { id }, to, ...pagingOf(next) };
}

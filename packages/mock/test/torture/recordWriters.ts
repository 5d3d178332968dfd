import type { Call, Platform, TestResponse } from "../behavior/platform.ts";
import { company, type Extent, type Ledger, label, next, portion, write } from "./ledger.ts";
import { recordIn, recordsIn, type View, valuesOf } from "./view.ts";

const path = "/crm/objects/2026-03/contacts";

/** Each write leaves values in the history, where later writes do not hide them. */
export async function writeContacts(platform: Platform, ledger: Ledger): Promise<TestResponse | undefined> {
  const number = next(ledger);
  const emails = [`kept-${number}@torture.example`, `merged-${number}@torture.example`] as const;
  const [primaryEmail] = emails;
  const perform = (what: string, call: Call, extent: (view: View) => Extent) =>
    write(platform, ledger, `${what} of ${primaryEmail}`, call, extent);

  const properties = { email: primaryEmail, firstname: "created", company: `Company ${number % 3}` };
  const isCreated = await perform("create", { path, body: { properties } }, (view) =>
    portion([primaryEmail], had(view, "firstname", "created")),
  );
  if (!isCreated) return undefined;

  const inputs = emails.map((id) => ({ id, idProperty: "email", properties: { firstname: "upserted", company: `Company ${number % 2}` } }));
  const upsert = await perform("upsert", { path: `${path}/batch/upsert`, body: { inputs } }, (view) =>
    portion(emails, had(view, "firstname", "upserted")),
  );
  if (!upsert) return undefined;
  const [keptId, mergedId] = upsert.body.results.map(({ id }: { id: string }) => id);

  const changes = { firstname: "updated", company: "Company 3" };
  const update = { method: "PATCH", path: `${path}/${primaryEmail}`, query: { idProperty: "email" }, body: { properties: changes } };
  const isUpdated = await perform("update", update, (view) => portion([primaryEmail], had(view, "firstname", "updated")));
  if (!isUpdated) return undefined;

  const types = [{ associationCategory: "USER_DEFINED", associationTypeId: label.id }];
  const put = { method: "PUT", path: `${path}/${mergedId}/associations/companies/${company}`, body: types };
  const isLabeled = await perform("label", put, (view) => {
    const typeNames = [...typesTo(view, mergedId), ...typesTo(view, keptId)];
    return portion([label.name, "contact_to_company_unlabeled"], (type) => typeNames.includes(type));
  });
  if (!isLabeled) return undefined;

  const merge = { path: `${path}/merge`, body: { primaryObjectId: keptId, objectIdToMerge: mergedId } };
  const isMerged = await perform("merge", merge, (view) => {
    const signs = [
      valuesOf(recordIn(view, "contacts", keptId), "hs_merged_object_ids").includes(mergedId),
      valuesOf(recordIn(view, "contacts", mergedId), "email")[0] === "",
      typesTo(view, keptId).includes(label.name),
      typesTo(view, mergedId).length === 0,
    ];
    return portion(signs, (sign) => sign);
  });
  if (!isMerged || number % 2 === 0) return isMerged;

  return perform("archive", { method: "DELETE", path: `${path}/${keptId}` }, (view) =>
    portion([keptId], (id) => recordIn(view, "contacts", id)?.archivedAt !== undefined),
  );
}

/** A merged contact has the email address in its history. */
function had(view: View, name: string, value: string): (email: string) => boolean {
  return (email) => {
    const owner = recordsIn(view, "contacts").find((record) => valuesOf(record, "email").includes(email));
    return valuesOf(owner, name).includes(value);
  };
}

function typesTo({ snapshot }: View, contactId: string): string[] {
  const associations: readonly { from: string; to: string; type: string }[] = snapshot.associations ?? [];
  return associations.filter(({ from, to }) => from === `contacts/${contactId}` && to === `companies/${company}`).map(({ type }) => type);
}

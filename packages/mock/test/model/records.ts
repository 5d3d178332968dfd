import type { TestResponse } from "../behavior/platform.ts";
import { moveLinks } from "./associations.ts";
import type { RecordCommand, Write } from "./commands.ts";
import { isCurrent, type ObjectType, type RecordState, type State, type Step, withoutEmpty } from "./state.ts";

type Records = State["records"];

/** @param control the path of the account in the control API */
export function recordStep(command: RecordCommand, control: string): Step {
  const outcome = ({ status }: TestResponse) => status;
  switch (command.type) {
    case "write":
      return writeStep(command);
    case "archive": {
      const { objects, objectType, ids } = command;
      return {
        request: { path: `${objects}/${objectType}/batch/archive`, body: { inputs: ids.map((id) => ({ id })) } },
        outcome,
        expect: (state) => {
          for (const key of ids.map((id) => `${objectType}/${id}`)) if (isCurrent(state, key)) setStatus(state, key, "archived");
          return 204;
        },
      };
    }
    case "restoreRecord": {
      const { objectType, id } = command;
      return {
        request: { method: "POST", path: `${control}/records/${objectType}/${id}/restore` },
        outcome,
        expect: (state) => {
          const { status } = state.records.get(`${objectType}/${id}`) ?? {};
          if (status === "archived") setStatus(state, `${objectType}/${id}`, "current");
          return status === undefined ? 404 : status === "merged" ? 400 : 204;
        },
      };
    }
    case "merge": {
      const { objects, objectType, primary, merged } = command;
      return {
        request: { path: `${objects}/${objectType}/merge`, body: { primaryObjectId: primary, objectIdToMerge: merged } },
        outcome,
        expect: (state) => merge(state, objectType, primary, merged),
      };
    }
  }
}

function setStatus({ records }: State, key: string, status: RecordState["status"]): void {
  records.set(key, { ...(records.get(key) as RecordState), status });
}

/** The remaining record keeps its own values, and takes over the associations of the merged record and the values that it lacks. */
function merge(state: State, objectType: ObjectType, primary: string, merged: string): number {
  if (primary === merged) return 400;
  const keys = [`${objectType}/${primary}`, `${objectType}/${merged}`] as const;
  if (!keys.every((key) => isCurrent(state, key))) return 404;
  const [remaining, former] = keys.map((key) => state.records.get(key) as RecordState) as [RecordState, RecordState];
  state.records.set(keys[0], { status: "current", values: { ...former.values, ...remaining.values } });
  state.records.set(keys[1], { status: "merged", values: {} });
  moveLinks(state, objectType, merged, primary);
  return 200;
}

function writeStep(command: Write): Step {
  const { objects, action, by, isTraced } = command;
  const inputs = command.inputs.map(({ id, values }, index) => ({
    ...(action === "create" ? {} : { id, ...(by === "id" ? {} : { idProperty: by }) }),
    ...(isTraced ? { objectWriteTraceId: String(index) } : {}),
    properties: values,
  }));
  return {
    request: { path: `${objects}/contacts/batch/${action}`, body: { inputs } },
    outcome: ({ status, body }) => [status, ...idsIn(body)],
    expect: (state, { body }) => write(state.records, command, idsIn(body)),
  };
}

function idsIn({ results = [] }: { readonly results?: readonly { readonly id: string }[] }): string[] {
  return results.map(({ id }) => id);
}

/** @param ids the ids in the response, with which the model names new contacts */
function write(records: Records, { action, by, isTraced, inputs }: Write, ids: readonly string[]): readonly unknown[] {
  if (action === "update" && new Set(inputs.map(({ id }) => id)).size < inputs.length) return [400];
  const keys = new Map<string, string | undefined>(
    inputs.map(({ id }) => [id, action === "create" ? undefined : currentContact(records, by, id)]),
  );
  const changed: Records = new Map();
  const results: string[] = [];
  for (const [index, { id, values }] of inputs.entries()) {
    const existing = keys.get(id);
    if (existing === undefined && action === "update") continue;
    // An error response contains no ids.
    const newId = ids[results.length] ?? `unknown ${index}`;
    const key = existing ?? `contacts/${newId}`;
    if (existing === undefined && records.has(key)) return [`The id ${newId} is not new.`];
    const before = changed.get(key) ?? records.get(key) ?? { status: "current", values: {} };
    const own = existing === undefined && action === "upsert" ? { reference: id } : {};
    const after = withoutEmpty({ ...before.values, ...own, ...values });
    changed.set(key, { ...before, values: after });
    if (isTraced) {
      const isStored = store(records, changed);
      changed.clear();
      if (!isStored) continue;
    }
    // A reference that a contact had before the batch still identifies this contact.
    for (const value of by === "reference" ? [id, after["reference"] ?? id] : []) keys.set(value, keys.get(value) ?? key);
    results.push(key.slice("contacts/".length));
  }
  if (!store(records, changed)) return [409];
  return [results.length < inputs.length ? 207 : action === "create" ? 201 : 200, ...results];
}

function currentContact(records: Records, by: "id" | "reference", value: string): string | undefined {
  const contacts = [...records].filter(([key, { status }]) => key.startsWith("contacts/") && status === "current");
  return contacts.find(([key, { values }]) => (by === "id" ? key === `contacts/${value}` : values["reference"] === value))?.[0];
}

/** Stores contacts unless two current contacts would have the same reference. Archived contacts lose theirs instead. */
function store(records: Records, changed: Records): boolean {
  const references = [...changed.values()].flatMap(({ values }) => values["reference"] ?? []);
  const others = [...records].filter(([key, { values }]) => !changed.has(key) && references.includes(values["reference"] ?? "-"));
  if (new Set(references).size < references.length || others.some(([, { status }]) => status === "current")) return false;
  for (const [key, { status, values }] of others) records.set(key, { status, values: withoutEmpty({ ...values, reference: "" }) });
  for (const [key, record] of changed) records.set(key, record);
  return true;
}

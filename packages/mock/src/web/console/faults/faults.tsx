import type { Hono } from "hono";
import { invalidRequest } from "../../../contract/errors/rejection.ts";
import { effectInWords } from "../../../control/effectInWords.ts";
import type { Fault, FaultInput } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { Choices, type FieldProps, Form, type FormView, given, numberTyped, type Typed } from "../components/forms.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Badge, Cut, OperationLink, operationOptions } from "../components/text.tsx";
import { accountPath, addPage, type Page } from "../page.tsx";
import { readyFaults } from "./readyFaults.ts";

const fields: readonly FieldProps[] = [
  { name: "operationId", of: "match.operationId", label: "Operation", options: operationOptions("every operation") },
  { name: "times", label: "Maximum number of requests", hint: "empty: until you delete the fault", inputmode: "numeric", value: "1" },
  { name: "nth", of: "match.nth", label: "Only request number", hint: "1: the first request; empty: every request", inputmode: "numeric" },
  { name: "probability", of: "match.probability", label: "Probability", hint: "above 0, up to 1; empty: always", inputmode: "decimal" },
  { name: "seed", of: "match.seed", label: "Seed", hint: "the same seed selects the same requests" },
];

export function addFaults(app: Hono<Bindings>, { control }: Parts): void {
  const page: Page<number | undefined> = {
    section: "faults",
    actions: {
      add: {
        run: async ({ typed, accountId }) => control.faults.add(faultOf(typed, accountId)),
        notice: "The fault was added. It applies to the next requests.",
        fields: fields.map(({ name, of = name }) => of),
      },
      delete: { run: ({ typed }) => control.faults.delete(typed["faultId"] ?? ""), notice: "The fault was deleted." },
      clear: { run: ({ accountId }) => control.faults.clear(accountId), notice: "The faults were deleted." },
    },
    render: async (view) => {
      const faults = await control.faults.list(view.accountId);
      const children = (
        <>
          {view.accountId === undefined ? (
            <p>A fault makes API requests fail, so that you can test how your program reacts. These faults apply to all accounts.</p>
          ) : (
            <p>
              These faults apply to this account only. <a href="/console/faults">Faults for all accounts</a> apply only if none of these
              does.
            </p>
          )}
          <Table
            caption="Oldest first. The oldest fault that matches a request applies to it."
            columns={columnsOf(view)}
            items={faults}
            empty="No faults: all requests are processed normally. Add one to test how a program handles errors, delays and lost responses."
            max={200}
          />
          {faults.length > 0 && <Form view={view} action="clear" button="Delete all of these faults" kind="small danger" />}
          <AddForm view={view} />
        </>
      );
      return { title: view.accountId === undefined ? "Faults for all accounts" : "Faults of the account", children };
    },
  };
  addPage(app, "/faults", page);
  addPage(app, `${accountPath}/faults`, page);
}

/** The control API rejects invalid numbers. */
function faultOf({ effect, operationId, seed, ...typed }: Typed, accountId: number | undefined): FaultInput {
  const ready = readyFaults.find(({ code }) => code === effect);
  if (!ready) throw invalidRequest([{ in: "effect", code: "enum", message: "effect must be one of the effects in the list" }]);
  const { nth, probability } = typed;
  const match = given({ accountId, operationId, nth: numberTyped(nth), probability: numberTyped(probability), seed });
  return { ...given({ times: numberTyped(typed["times"]) }), match, effect: ready.effect } as FaultInput;
}

function AddForm({ view }: { readonly view: FormView }) {
  const { effect = "status500" } = view.attempt?.typed ?? {};
  const options = readyFaults.map(({ code, text, hint }) => ({ value: code, text, hint }));
  return (
    <section class="card">
      <h2>Add a fault</h2>
      <Form view={view} action="add" button="Add the fault" kind="primary" fields={fields}>
        <Choices legend="Effect" type="radio" name="effect" options={options} chosen={[effect]} />
      </Form>
    </section>
  );
}

function columnsOf(view: FormView): Column<Fault>[] {
  return [
    {
      title: "Requests",
      cell: ({ match = {} }) => (
        <>
          {match.operationId === undefined ? "every operation" : <OperationLink operationId={match.operationId} />}
          <span class="hint">
            {match.nth !== undefined && `only request ${match.nth} `}
            {match.probability !== undefined && `with a probability of ${match.probability} `}
            {match.seed !== undefined && match.seed !== "" && <>seed “{<Cut text={String(match.seed)} max={60} />}”</>}
          </span>
        </>
      ),
    },
    { title: "Effect", cell: ({ effect }) => <Cut text={effectInWords(effect)} max={300} /> },
    { title: "Matched", class: "number", cell: ({ matched }) => matched.toLocaleString("en") },
    {
      title: "Applied",
      class: "number",
      cell: ({ met, times }) => `${met.toLocaleString("en")}${times === undefined ? "" : ` of ${times.toLocaleString("en")}`}`,
    },
    { title: "State", cell: (fault) => (hasEnded(fault) ? <Badge text="ended" /> : <Badge kind="warning" text="active" />) },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ faultId }) => (
        <Form view={view} action="delete" button="Delete" buttonName={`Delete fault ${faultId}`} kind="small danger" hidden={{ faultId }} />
      ),
    },
  ];
}

function hasEnded({ match, times, matched, met }: Fault): boolean {
  return (times !== undefined && met >= times) || (match?.nth !== undefined && matched >= match.nth);
}

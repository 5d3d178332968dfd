import type { Context, Hono } from "hono";
import { invalidRequest, type Refusal } from "../../../contract/errors/refusal.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../sites.ts";
import { formLimit, numberTyped, refusalOf, statusOf, type Typed, typedIn } from "../forms.tsx";
import { doneAt } from "../notes.ts";
import { accountOf, accountPath } from "../ofAccount.ts";
import { consolePage } from "../page.tsx";
import { FaultForm } from "./faultForm.tsx";
import { FaultList } from "./faultList.tsx";
import { type FaultInput, readyFaults } from "./readyFaults.ts";

/** What goes wrong on purpose, for all accounts or for one. */
export function addFaults(app: Hono<Bindings>, parts: Parts): void {
  const { control } = parts;
  for (const path of ["/faults", `${accountPath}/faults`] as const) {
    app.get(path, async (context) => page(await ownerOf(context, parts), parts));
    app.post(path, formLimit, async (context) => {
      const accountId = await ownerOf(context, parts);
      const typed = await typedIn(context);
      const refusal = await refusalOf(async () => control.faults.add(faultOf(typed, accountId)));
      return refusal ? page(accountId, parts, refusal, typed) : context.redirect(doneAt(pathOf(accountId), "fault-added"), 303);
    });
    app.post(`${path}/delete`, formLimit, async (context) => {
      const accountId = await ownerOf(context, parts);
      await control.faults.delete((await typedIn(context))["faultId"] ?? "");
      return context.redirect(doneAt(pathOf(accountId), "fault-deleted"), 303);
    });
    app.post(`${path}/clear`, async (context) => {
      const accountId = await ownerOf(context, parts);
      await control.faults.clear(accountId);
      return context.redirect(doneAt(pathOf(accountId), "faults-cleared"), 303);
    });
  }
}

/** Whose faults a page is about; `undefined` for those that are for all accounts. */
async function ownerOf(context: Context<Bindings>, parts: Parts): Promise<number | undefined> {
  return context.req.param("accountId") === undefined ? undefined : accountOf(context, parts);
}

function pathOf(accountId: number | undefined): string {
  return accountId === undefined ? "/console/faults" : `/console/accounts/${accountId}/faults`;
}

async function page(accountId: number | undefined, { control }: Parts, refusal?: Refusal, typed: Typed = {}): Promise<Response> {
  const faults = await control.faults.list(accountId);
  const path = pathOf(accountId);
  const children = (
    <>
      <p>
        {accountId === undefined ? (
          "A fault strikes calls of the platform on purpose, so that you see what your program does then. Those here are for all accounts."
        ) : (
          <>
            Those here are for this account alone. <a href="/console/faults">Faults of all accounts</a> strike it, too, after its own.
          </>
        )}
      </p>
      <FaultList faults={faults} path={path} />
      <FaultForm path={path} refusal={refusal} typed={typed} />
    </>
  );
  const title = accountId === undefined ? "Faults of all accounts" : "Faults of the account";
  return consolePage({ title, current: path, accountId, children }, statusOf(refusal));
}

/**
 * The fault that the form describes, as the control API takes it. What is wrong with its numbers is for the control API to say.
 * @throws Refusal for an effect that the page has not
 */
function faultOf(typed: Typed, accountId: number | undefined): FaultInput {
  const ready = readyFaults.find(({ code }) => code === typed["effect"]);
  if (!ready) throw invalidRequest([{ in: "effect", code: "enum", message: "effect must be one of those in the list" }]);
  const match = given({
    accountId,
    operationId: typed["operationId"] || undefined,
    nth: numberTyped(typed["nth"]),
    probability: numberTyped(typed["probability"]),
    seed: typed["seed"] || undefined,
  });
  return { ...given({ times: numberTyped(typed["times"]) }), match, effect: ready.effect } as FaultInput;
}

function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

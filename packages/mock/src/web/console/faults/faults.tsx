import type { Hono } from "hono";
import { invalidRequest, type Refusal } from "../../../contract/errors/refusal.ts";
import type { FaultInput } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { formLimit, numberTyped, refusalOf, statusOf, type Typed, typedIn } from "../components/forms.tsx";
import { accountPath, addressOf, consolePage, done, ownerIn } from "../page.tsx";
import { FaultForm } from "./faultForm.tsx";
import { FaultList } from "./faultList.tsx";
import { readyFaults } from "./readyFaults.ts";

/** What goes wrong on purpose, for all accounts or for one. */
export function addFaults(app: Hono<Bindings>, parts: Parts): void {
  const { control } = parts;
  for (const path of ["/faults", `${accountPath}/faults`] as const) {
    app.get(path, (context) => page(ownerIn(context), parts));
    app.post(path, formLimit, async (context) => {
      const accountId = ownerIn(context);
      const typed = await typedIn(context);
      const refusal = await refusalOf(async () => control.faults.add(faultOf(typed, accountId)));
      return refusal ? page(accountId, parts, refusal, typed) : done(context, addressOf(accountId, "faults"), "fault-added");
    });
    app.post(`${path}/delete`, formLimit, async (context) => {
      await control.faults.delete((await typedIn(context))["faultId"] ?? "");
      return done(context, addressOf(ownerIn(context), "faults"), "fault-deleted");
    });
    app.post(`${path}/clear`, async (context) => {
      await control.faults.clear(ownerIn(context));
      return done(context, addressOf(ownerIn(context), "faults"), "faults-cleared");
    });
  }
}

async function page(accountId: number | undefined, { control }: Parts, refusal?: Refusal, typed: Typed = {}): Promise<Response> {
  const faults = await control.faults.list(accountId);
  const path = addressOf(accountId, "faults");
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

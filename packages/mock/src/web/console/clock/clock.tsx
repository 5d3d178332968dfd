import type { Hono } from "hono";
import { invalidRequest, type Refusal } from "../../../contract/errors/refusal.ts";
import type { ClockChange } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { formLimit, numberTyped, refusalOf, statusOf, type Typed, typedIn } from "../components/forms.tsx";
import { accountPath, addressOf, consolePage, done, ownerIn } from "../page.tsx";
import { ClockPage } from "./clockPage.tsx";
import { isUnit, units } from "./spans.ts";

/** The clock of all accounts and that of one: what it shows, and the hand that sets it. */
export function addClock(app: Hono<Bindings>, parts: Parts): void {
  for (const path of ["/clock", `${accountPath}/clock`] as const) {
    app.get(path, (context) => page(ownerIn(context), parts));
    app.post(path, formLimit, async (context) => {
      const accountId = ownerIn(context);
      const typed = await typedIn(context);
      const refusal = await refusalOf(async () =>
        parts.control.clock.set(changeOf(typed, parts.wallClock(), await nowOn(accountId, parts)), accountId),
      );
      return refusal ? page(accountId, parts, refusal, typed) : done(context, addressOf(accountId, "clock"), "clock-set");
    });
  }
}

async function page(accountId: number | undefined, { control, wallClock }: Parts, refusal?: Refusal, typed: Typed = {}): Promise<Response> {
  const clock = await control.clock.get(accountId);
  const title = accountId === undefined ? "Clock of all accounts" : "Clock of the account";
  const path = addressOf(accountId, "clock");
  const children = <ClockPage clock={clock} wall={wallClock()} path={path} accountId={accountId} refusal={refusal} typed={typed} />;
  return consolePage({ title, current: path, accountId, children }, statusOf(refusal));
}

async function nowOn(accountId: number | undefined, { control }: Parts): Promise<number> {
  return Date.parse((await control.clock.get(accountId)).now);
}

/**
 * The change that a form stands for, as the control API takes it. What is wrong with it is for the control API to say.
 * @throws Refusal for an action that no form has
 */
function changeOf({ action, amount, unit, at }: Typed, wall: number, now: number): ClockChange {
  const span = spanOf(amount, unit);
  if (action === "advance") return { advance: span as number };
  if (action === "freeze") return { mode: "frozen" };
  if (action === "freezeAt") return { mode: "frozen", at: momentOf(at) };
  if (action === "run") return { mode: "offset", offset: now - wall };
  if (action === "offset") return { mode: "offset", offset: span as number };
  if (action === "shared") return { mode: "shared" };
  throw invalidRequest([{ in: "action", code: "enum", message: "action must be one of those that the page has" }]);
}

/** In milliseconds; text that is no number stays as it is. */
function spanOf(amount: string | undefined, unit: string | undefined): number | string {
  const number = numberTyped(amount) ?? "";
  return typeof number === "number" ? Math.round(number * (isUnit(unit) ? units[unit] : 1)) : number;
}

/** Browsers send a moment without a zone, and without seconds when these are 0. It is one in UTC, as the page says. */
function momentOf(at = ""): string {
  const [, moment, seconds = ":00"] = /^([\d-]+T\d\d:\d\d)(:[\d.]+)?$/.exec(at) ?? [];
  return moment === undefined ? at : `${moment}${seconds}Z`;
}

import type { Hono } from "hono";
import { invalidRequest } from "../../contract/errors/rejection.ts";
import type { Clock, ClockChange } from "../../generated/control/schemas.ts";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { type FieldProps, Form, numberTyped, type Options, type Typed } from "./components/forms.tsx";
import { Badge, counted } from "./components/text.tsx";
import { type Action, accountPath, addPage, addressOf, type Page, type View } from "./page.tsx";

/** Units of time in milliseconds, largest first. */
const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000 } as const;
const unitOptions: Options = Object.keys(units).map((unit) => [unit, unit]);

export function addClock(app: Hono<Bindings>, { control, wallClock }: Parts): void {
  type AnyView = View<number | undefined>;
  const change = (changeOf: (typed: Typed, view: AnyView) => ClockChange | Promise<ClockChange>): Action<number | undefined> => ({
    run: async (view) => control.clock.set(await changeOf(view.typed, view), view.accountId),
    notice: "The clock was set.",
    fields: ["at", "advance", "offset"],
  });
  const page: Page<number | undefined> = {
    section: "clock",
    actions: {
      advance: change((typed) => ({ advance: spanOf(typed) as number })),
      freeze: change(() => ({ mode: "frozen" })),
      freezeAt: change(({ at }) => ({ mode: "frozen", at: momentOf(at) })),
      resume: change(async (_, { accountId }) => {
        const { now } = await control.clock.get(accountId);
        return { mode: "offset", offset: Date.parse(now) - wallClock() };
      }),
      reset: change(() => ({ mode: "offset", offset: 0 })),
      offset: change((typed) => ({ mode: "offset", offset: spanOf(typed) as number })),
      shared: change(() => ({ mode: "shared" })),
    },
    render: async (view) => {
      const clock = await control.clock.get(view.accountId);
      const children = (
        <>
          <CurrentTime clock={clock} wall={wallClock()} view={view} />
          <Forms clock={clock} view={view} />
          <Effects accountId={view.accountId} />
        </>
      );
      return { title: view.accountId === undefined ? "Shared clock" : "Clock of the account", children };
    },
  };
  addPage(app, "/clock", page);
  addPage(app, `${accountPath}/clock`, page);
}

/** Text that is not a number is returned unchanged, so that the control API rejects it. */
function spanOf({ amount, unit = "" }: Typed): number | string {
  const number = numberTyped(amount) ?? "";
  if (typeof number === "string") return number;
  if (!Object.hasOwn(units, unit))
    throw invalidRequest([{ in: "unit", code: "enum", message: "unit must be one of the units in the list" }]);
  return Math.round(number * units[unit as keyof typeof units]);
}

/** Browsers send the moment without a time zone and omit the seconds if they are 0. */
function momentOf(at = ""): string {
  const [, moment, seconds = ":00"] = /^([\d-]+T\d\d:\d\d)(:[\d.]+)?$/.exec(at) ?? [];
  return moment === undefined ? at : `${moment}${seconds}Z`;
}

export const clockModes = { frozen: "frozen", offset: "running", shared: "shared clock" } as const;

interface ClockProps {
  readonly clock: Clock;
  readonly view: View<number | undefined>;
}

function CurrentTime({ clock, wall, view: { accountId, path } }: ClockProps & { readonly wall: number }) {
  const { now, mode, offset = Date.parse(now) - wall } = clock;
  const isMachineTime = Math.abs(offset) < units.seconds;
  return (
    <section class="card" aria-label="Current time">
      <p class="clock">
        <time datetime={now}>
          <span class="muted">{now.slice(0, 10)}</span> {now.slice(11, 19)} <small>UTC</small>
        </time>
      </p>
      <p>
        <Badge kind={mode === "frozen" ? "warning" : "good"} text={clockModes[mode]} />{" "}
        {isMachineTime
          ? "Same as the machine’s time."
          : `${spanInWords(Math.abs(offset))} ${offset > 0 ? "ahead of" : "behind"} the machine.`}
      </p>
      <p class="actions">
        <a href={path}>Reload</a>
        {accountId !== undefined && <a href="/console/clock">Shared clock</a>}
      </p>
      {mode === "shared" && <p>If you set the clock here, the account gets its own clock. Other accounts are not affected.</p>}
    </section>
  );
}

/** Uses the two largest units, for example `1 day 6 hours`. */
function spanInWords(milliseconds: number): string {
  let rest = milliseconds;
  const parts = Object.entries(units).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [counted(count, unit.slice(0, -1))];
  });
  return parts.slice(0, 2).join(" ");
}

const steps = [
  ["1 minute", "1", "minutes"],
  ["30 minutes", "30", "minutes"],
  ["1 day", "1", "days"],
] as const;

function spanFields(of: string, label: string, hint?: string): FieldProps[] {
  return [
    { name: "amount", of, label, type: "number", step: "any", required: true, ...(hint === undefined ? {} : { hint }) },
    { name: "unit", label: "Unit", options: unitOptions, value: "minutes" },
  ];
}

function Forms({ clock, view }: ClockProps) {
  const at: FieldProps = { name: "at", label: "At", hint: "in UTC", type: "datetime-local", step: "1", required: true };
  return (
    <div class="cards">
      <section class="card">
        <h2>Advance the clock</h2>
        <div class="actions">
          {steps.map(([text, amount, unit]) => (
            <Form view={{ ...view, attempt: undefined }} action="advance" button={text} kind="small" hidden={{ amount, unit }} />
          ))}
        </div>
        <Form view={view} action="advance" button="Advance" fields={spanFields("advance", "By")} />
      </section>
      <section class="card">
        <h2>Freeze the clock</h2>
        <Form view={view} action="freeze" button="Freeze now" />
        <Form view={view} action="freezeAt" button="Freeze at this time" fields={[{ ...at, value: clock.now.slice(0, 19) }]} />
      </section>
      <section class="card">
        <h2>Run the clock</h2>
        <div class="actions">
          {clock.mode === "frozen" && <Form view={view} action="resume" button="Resume" />}
          <Form view={view} action="reset" button="Return to the machine’s time" />
          {view.accountId !== undefined && clock.mode !== "shared" && <Form view={view} action="shared" button="Use the shared clock" />}
        </div>
        <Form view={view} action="offset" button="Set" fields={spanFields("offset", "Ahead by", "a negative time sets the clock back")} />
      </section>
    </div>
  );
}

function Effects({ accountId }: { readonly accountId: number | undefined }) {
  return (
    <section class="card">
      <h2>Effects of the clock</h2>
      <ul>
        <li>
          {accountId === undefined ? "Access tokens" : <a href={addressOf(accountId, "tokens")}>Access tokens</a>} expire 1,800 seconds
          after they were issued. Requests with an expired token get <code>401 EXPIRED_AUTHENTICATION</code> until the token is refreshed.
        </li>
        <li>Authorization codes expire.</li>
        <li>Scheduled broadcasts are published.</li>
        <li>Rate limits start again after ten seconds, and at midnight UTC.</li>
        <li>Operations with a sunset date are sunset on that day, and return 410.</li>
        {accountId === undefined && <li>Accounts with their own clock are not affected.</li>}
      </ul>
    </section>
  );
}

import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount } from "../behavior/platform.ts";
import { Bindings } from "./bindings.ts";
import type { Command } from "./commands.ts";
import { firstEvents } from "./eventCommands.ts";
import { explain, type Happened } from "./explain.ts";
import { needsToken } from "./model.ts";
import { createdMeetings } from "./modelRecords.ts";
import { channelGuid, perform, redirectUris } from "./perform.ts";
import { type AccountModel, accessTokens, type Made, newAccount, type State } from "./state.ts";

interface World {
  readonly platform: Platform;
  readonly accounts: { readonly real: TestAccount; model: AccountModel }[];
  bindings: Bindings;
  /** Any account can restore these snapshots. */
  readonly saved: { readonly body: unknown; readonly state: State }[];
}

const accountsOfARun = 3;

/** The commands in a group run concurrently. The model must produce the same responses and final state in some order. */
export async function live(platform: Platform, moments: readonly (readonly Command[])[]): Promise<void> {
  const world = await newWorld(platform);
  for (const commands of moments) await happen(world, commands);
  await happen(world, looks());

  const [first, ...others] = world.accounts as [World["accounts"][number], ...World["accounts"]];
  await platform.control("DELETE", `/accounts/${first.real.accountId}`);
  expect((await first.real.call({ path: "/cos-domains/v1/domains" })).status).toBe(401);
  await happen(
    { ...world, accounts: others },
    others.map((_, at) => ({ type: "look", at })),
  );
  for (const { real } of others) await platform.control("DELETE", `/accounts/${real.accountId}`);
}

async function newWorld(platform: Platform): Promise<World> {
  const reals = await Promise.all(
    Array.from({ length: accountsOfARun }, () => platform.account({ redirectUris, clock: { mode: "frozen", at: demoTime } })),
  );
  const bindings = new Bindings();
  const accounts = reals.map((real, index) => {
    const model = newAccount(real.accountId, index, Date.parse(demoTime));
    bindings.bind(model.caller.token, real.accessToken);
    bindings.bind((model.grants[0] as { refresh: Made }).refresh, real.refreshToken);
    return { real, model };
  });
  await Promise.all(reals.map((real) => real.seed(firstState)));
  const world: World = { platform, accounts, bindings, saved: [] };
  for (const name of firstEvents) {
    await happen(
      world,
      reals.map((_, at) => ({ type: "defineEvent", at, label: name, name, noObject: name === "pinged" })),
    );
  }
  await happen(world, looks());
  return world;
}

const firstState = {
  properties: { meetings: [{ name: "reference", unique: true }] },
  records: {
    contacts: [{ id: "11", properties: { email: "cy@customer.example" } }, { id: "12" }],
    companies: [{ id: "21" }, { id: "22" }, { id: "23" }],
    tickets: [{ id: "31" }, { id: "32" }, { id: "33" }],
    meetings: [
      { id: "41", properties: { hs_meeting_title: "Bench", reference: "R1" } },
      { id: "42", archivedAt: demoTime },
    ],
  },
  emails: [{ id: 1 }, { id: 2, published: false }, { id: 3, requiredProperties: ["code"] }],
  bouncedAddresses: ["gone@customer.example"],
  channels: [{ channelGuid, channelKey: "CompanyPage:4407", type: "CompanyPage", active: true }],
};

function looks(): Command[] {
  return Array.from({ length: accountsOfARun }, (_, at) => ({ type: "look", at }));
}

async function happen(world: World, given: readonly Command[]): Promise<void> {
  const { platform, accounts, saved } = world;
  const commands = given.map(whereTheTokenLeads);
  for (const at of new Set(commands.filter(needsToken).map((command) => command.at))) await renewToken(world, at);
  const bodies = saved.map(({ body }) => body);
  const happened = await Promise.all(
    commands.map(async (command): Promise<Happened> => {
      const { real, model } = accounts[command.at] as World["accounts"][number];
      const chosen = choose(world, command);
      const token = world.bindings.real(model.caller.token) ?? "";
      const caller = { platform, account: real, token, now: model.now, saved: bodies };
      const observed = await perform(command, { ...caller, chosen: world.bindings.real(chosen) ?? `nothing-${real.accountId}` });
      return { command, chosen, observed };
    }),
  );
  const states = saved.map(({ state }) => state);
  // After a single command, the state is read only if the command is `look`. A later read still reveals an error.
  const isSeen = commands.length > 1 || commands[0]?.type === "look";
  for (const [at, account] of accounts.entries()) {
    const own = happened.filter(({ command }) => command.at === at);
    if (own.length === 0) continue;
    const body = isSeen ? await account.real.snapshot() : undefined;
    const explained = explain(account.model, world.bindings, own, { states, body });
    account.model = explained.account;
    world.bindings = explained.bindings;
    if (body !== undefined) saved.push({ body, state: structuredClone(account.model.state) });
  }
}

function whereTheTokenLeads(command: Command): Command {
  return command.type === "deleteRefresh" || command.type === "metadata" || command.type === "use"
    ? { ...command, at: ownerOf(command) }
    : command;
}

function ownerOf({ at, of = at }: { at: number; of?: number }): number {
  return of;
}

async function renewToken(world: World, at: number): Promise<void> {
  const account = world.accounts[at] as World["accounts"][number];
  if (account.model.now < account.model.caller.expiresAt) return;
  const { real, model } = account;
  const chosen = model.grants[0]?.refresh;
  const command: Command = { type: "refresh", version: "v1", at, pick: 0 };
  const caller = { platform: world.platform, account: real, token: "", now: model.now, saved: [] };
  const observed = await perform(command, { ...caller, chosen: world.bindings.real(chosen) ?? "" });
  const explained = explain(model, world.bindings, [{ command, chosen, observed }], { states: [], body: undefined });
  account.model = explained.account;
  world.bindings = explained.bindings;
}

/** Must be called before the command's group starts. */
function choose({ accounts }: World, command: Command): Made | undefined {
  if (!("pick" in command) || command.type === "restore") return undefined;
  const { model } = accounts[ownerOf(command)] as World["accounts"][number];
  const all = possible(model, command.type);
  return all.at(-1 - (command.pick % all.length));
}

function possible(account: AccountModel, type: Command["type"]): Made[] {
  const { codes, grants, appTokens, state } = account;
  // The first grant is excluded, because an account could not continue without it.
  const others = grants.slice(1);
  if (type === "exchange") return codes.map(({ code }) => code);
  if (type === "refresh") return grants.map(({ refresh }) => refresh);
  if (type === "deleteRefresh") return others.map(({ refresh }) => refresh);
  if (type === "revoke")
    return [
      ...others.map(({ refresh }) => refresh),
      ...[...others.flatMap(({ access }) => access), ...appTokens].map(({ token }) => token),
    ];
  if (type === "archiveCreated") return createdMeetings(state);
  if (type === "resetSmtp" || type === "getSmtp" || type === "deleteSmtp") return [...state.smtp.values()].map(({ userName }) => userName);
  if (type === "getBroadcast" || type === "deleteBroadcast") return [...state.broadcasts.values()].map(({ guid }) => guid);
  const tokens = accessTokens(account).map(({ token }) => token);
  return type === "introspect" ? [...grants.map(({ refresh }) => refresh), ...tokens] : tokens;
}

import type { CommandOf, PairInput } from "./commands.ts";
import { kindNamed, kindsOf, unlabeledKind } from "./kinds.ts";
import { type AccountModel, isCurrent } from "./state.ts";

type Change = CommandOf<"associate" | "dissociate">;

export function associate(account: AccountModel, { version, family, inputs, reverse }: Change): unknown {
  const { links } = account.state;
  const keys = inputs.flatMap(({ from, to }) => [`${family.from}/${from}`, `${family.to}/${to}`]);
  const invalid = new Set(keys.filter((key) => !isCurrent(account, key)).map((key) => key.replace(/.*\//, "")));
  const complete = inputs.filter(({ from, to }) => !invalid.has(from) && !invalid.has(to));
  if (invalid.size > 0 && (version === 1 || complete.length === 0)) return { status: 400, category: "VALIDATION_ERROR", invalid };
  if (version === 2026) return replaceTypes(account, complete, { family, reverse, invalid });
  for (const input of complete) addLink(links, input);
  if (version === 1) return { status: 200, single: inputs.length === 1 ? echo(inputs[0] as PairInput, reverse) : null };
  const results = complete.flatMap((input) => {
    const { demoted } = kindNamed(input.kind);
    return bothDirections(links.has(linkOf(input)) ? input : { ...input, kind: demoted ?? input.kind });
  });
  return { status: invalid.size > 0 ? 207 : 201, results: new Set(results.map((link) => ({ link }))), invalid };
}

function addLink(links: Set<string>, input: PairInput): void {
  const { demoted } = kindNamed(input.kind);
  const [former] = demoted === undefined ? [] : [...links].filter((link) => link.startsWith(`${input.kind} ${input.from} `));
  if (former !== undefined && former !== linkOf(input)) {
    links.delete(former);
    links.add(former.replace(input.kind, demoted ?? ""));
  }
  links.add(linkOf(input));
}

/** A record with a primary company keeps that company. */
export function moveLinks(links: Set<string>, type: string, from: string, to: string): void {
  const own = [...links].map(inputOf).filter(({ kind }) => kindNamed(kind).from === type || kindNamed(kind).to === type);
  const isSource = ({ kind }: PairInput) => kindNamed(kind).from === type;
  const hasPrimary = new Set(own.filter((link) => isSource(link) && link.from === to).map(({ kind }) => kind));
  const moved = own.filter((link) => (isSource(link) ? link.from : link.to) === from);
  for (const link of moved) links.delete(linkOf(link));
  for (const link of moved) {
    const { demoted } = kindNamed(link.kind);
    const kind = demoted !== undefined && hasPrimary.has(link.kind) ? demoted : link.kind;
    addLink(links, isSource(link) ? { ...link, kind, from: to } : { ...link, kind, to });
  }
}

/** If several inputs name the same two records, the last input determines the types of their associations. */
function replaceTypes(
  { state: { links } }: AccountModel,
  inputs: readonly PairInput[],
  { family, reverse, invalid }: Pick<Change, "family" | "reverse"> & { readonly invalid: ReadonlySet<string> },
): unknown {
  const wanted = [...new Map(inputs.map((input) => [`${input.from} ${input.to}`, input])).values()];
  for (const input of wanted) for (const link of linksBetween(links, family, input)) links.delete(link);
  for (const input of wanted) {
    addLink(links, input);
    addLink(links, { ...input, kind: unlabeledKind(family) });
  }
  const results = wanted.map((input) => {
    const labels = kindNamed(input.kind).demoted !== undefined && links.has(linkOf(input)) ? ["Primary"] : [];
    return reverse ? { from: input.to, to: input.from, labels } : { from: input.from, to: input.to, labels };
  });
  return { status: invalid.size > 0 ? 207 : 201, results: new Set(results), invalid };
}

/** Records stay associated without a label, unless the unlabeled type is removed. */
function removeTypes({ state: { links } }: AccountModel, { family, inputs }: Change): unknown {
  const unlabeled = unlabeledKind(family);
  const existing = inputs.filter((input) => linksBetween(links, family, input).length > 0);
  for (const input of existing) {
    for (const link of input.kind === unlabeled ? linksBetween(links, family, input) : [linkOf(input)]) links.delete(link);
  }
  const isWhole = ({ from, to }: PairInput) => existing.some((other) => other.kind === unlabeled && other.from === from && other.to === to);
  for (const input of existing) if (!isWhole(input)) links.add(linkOf({ ...input, kind: unlabeled }));
  return { status: 200 };
}

export function readTypes(account: AccountModel, { family, reverse, id }: CommandOf<"readTypes">): unknown {
  if (!isCurrent(account, `${reverse ? family.to : family.from}/${id}`)) return { status: 404, category: "OBJECT_NOT_FOUND" };
  const all = kindsOf(family);
  const ends = [...new Set(all.flatMap((kind) => endsOf(account, kind, reverse, id)))].sort((one, other) => Number(one) - Number(other));
  const results = ends.map((end) => {
    const shown = all.filter((kind) => kind === unlabeledKind(family) || endsOf(account, kind, reverse, id).includes(end));
    return { to: end, types: new Set(shown.map((kind) => (reverse ? kindNamed(kind).backId : kindNamed(kind).id))) };
  });
  return { status: 200, results };
}

function linksBetween(links: ReadonlySet<string>, family: Change["family"], { from, to }: PairInput): string[] {
  return kindsOf(family)
    .map((kind) => linkOf({ kind, from, to }))
    .filter((link) => links.has(link));
}

export function dissociate(account: AccountModel, change: Change): unknown {
  const { version, inputs, family } = change;
  if (version === 2026) return removeTypes(account, change);
  const { state } = account;
  for (const input of inputs) {
    const isWhole = input.kind === unlabeledKind(family);
    for (const link of isWhole ? linksBetween(state.links, family, input) : [linkOf(input)]) state.links.delete(link);
  }
  return { status: version === 1 ? 200 : 204 };
}

export function readAssociations(account: AccountModel, command: CommandOf<"readAssociations">): unknown {
  const { family, reverse } = command;
  const all = kindsOf(family);
  const shown = family.to === "companies" && !reverse ? all.filter((name) => kindNamed(name).demoted !== undefined) : all;
  const ids = [...new Set(command.ids)];
  const results = ids.flatMap((id) => {
    const to = shown.flatMap((name) => {
      const kind = kindNamed(name);
      return endsOf(account, name, reverse, id).map((end) => `${end} ${reverse ? kind.backName : kind.name}`);
    });
    return to.length > 0 ? [{ id, to: new Set(to) }] : [];
  });
  const missing = ids.filter((id) => !results.some((result) => result.id === id));
  return { status: missing.length > 0 ? 207 : 200, results: new Set(results), missing: new Set(missing) };
}

export function listAssociations(account: AccountModel, command: CommandOf<"listAssociations">): unknown {
  const { kind, reverse, id, limit, offset } = command;
  const { from, to } = kindNamed(kind);
  if (!isCurrent(account, `${reverse ? to : from}/${id}`)) return { status: 404, category: "OBJECT_NOT_FOUND" };
  const after = endsOf(account, kind, reverse, id)
    .filter((end) => Number(end) > offset)
    .sort();
  const results = after.slice(0, limit).map(Number);
  return { status: 200, results, hasMore: after.length > limit, offset: results.at(-1) ?? offset };
}

/** Archived records have no visible associations. */
function endsOf(account: AccountModel, name: string, reverse: boolean, id: string): string[] {
  const kind = kindNamed(name);
  const [start, end] = reverse ? [kind.to, kind.from] : [kind.from, kind.to];
  if (!isCurrent(account, `${start}/${id}`)) return [];
  const pairs = [...account.state.links].map((link) => link.split(" ")).filter(([linkKind]) => linkKind === name);
  return pairs
    .filter(([, from, to]) => (reverse ? to : from) === id)
    .map(([, from, to]) => (reverse ? from : to) as string)
    .filter((other) => isCurrent(account, `${end}/${other}`));
}

function inputOf(link: string): PairInput {
  const [kind = "", from = "", to = ""] = link.split(" ");
  return { kind, from, to };
}

function linkOf({ kind, from, to }: PairInput): string {
  return `${kind} ${from} ${to}`;
}

function bothDirections({ kind, from, to }: PairInput): string[] {
  const { name, backName } = kindNamed(kind);
  return [`${from} ${name} ${to}`, `${to} ${backName} ${from}`];
}

function echo({ kind, from, to }: PairInput, reverse: boolean): unknown {
  const { id, backId } = kindNamed(kind);
  return reverse
    ? { fromObjectId: Number(to), toObjectId: Number(from), category: "SERVICE_DEFINED", definitionId: backId }
    : { fromObjectId: Number(from), toObjectId: Number(to), category: "SERVICE_DEFINED", definitionId: id };
}

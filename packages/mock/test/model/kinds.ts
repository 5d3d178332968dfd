export interface Family {
  readonly from: string;
  readonly to: string;
}

export interface Kind {
  readonly from: string;
  readonly to: string;
  readonly id: number;
  readonly backId: number;
  readonly name: string;
  readonly backName: string;
  /** For a primary type, the type that remains when an association is no longer primary. */
  readonly demoted?: string;
}

export const kinds: Readonly<Record<string, Kind>> = {
  primary: { ...between("contacts", "companies", 1, 2), name: "contact_to_company", backName: "company_to_contact", demoted: "plain" },
  plain: { ...between("contacts", "companies", 279, 280), name: "contact_to_company_unlabeled", backName: "company_to_contact_unlabeled" },
  ticketPrimary: {
    ...between("tickets", "companies", 26, 25),
    name: "ticket_to_company",
    backName: "company_to_ticket",
    demoted: "ticketPlain",
  },
  ticketPlain: {
    ...between("tickets", "companies", 339, 340),
    name: "ticket_to_company_unlabeled",
    backName: "company_to_ticket_unlabeled",
  },
  ticket: { ...between("contacts", "tickets", 15, 16), name: "contact_to_ticket", backName: "ticket_to_contact" },
};

export const families: readonly Family[] = [
  { from: "contacts", to: "companies" },
  { from: "tickets", to: "companies" },
  { from: "contacts", to: "tickets" },
];

export function kindsOf({ from, to }: Family): string[] {
  return Object.keys(kinds).filter((name) => kindNamed(name).from === from && kindNamed(name).to === to);
}

export function unlabeledKind(family: Family): string {
  const [name] = kindsOf(family).filter((kind) => kindNamed(kind).demoted === undefined) as [string];
  return name;
}

export function kindNamed(name: string): Kind {
  const kind = kinds[name];
  if (!kind) throw new Error(`Unknown kind: ${name}`);
  return kind;
}

function between(from: string, to: string, id: number, backId: number): Pick<Kind, "from" | "to" | "id" | "backId"> {
  return { from, to, id, backId };
}

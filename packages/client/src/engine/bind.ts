import type { Connection } from "./connection.ts";

type OperationFunction = (connection: Connection, ...rest: never[]) => unknown;

type Area = Readonly<Record<string, OperationFunction>>;

type Bound<Areas> = {
  readonly [Name in keyof Areas]: {
    [Member in keyof Areas[Name]]: Areas[Name][Member] extends (connection: Connection, ...rest: infer Rest) => infer Made
      ? (...rest: Rest) => Made
      : never;
  };
};

export function bindAreas<Areas extends Readonly<Record<string, Area>>>(connection: Connection, areas: Areas): Bound<Areas> {
  const bind = (area: Area): object => mapMembers(area, (call) => call.bind(undefined, connection));
  return mapMembers(areas, bind) as Bound<Areas>;
}

function mapMembers<Member>(members: Readonly<Record<string, Member>>, change: (member: Member) => unknown): object {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}

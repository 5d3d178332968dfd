import type { Connection } from "./connection.ts";

type OperationFunction = (connection: Connection, ...rest: never[]) => unknown;

type Bound<Areas> = {
  readonly [Area in keyof Areas]: {
    [Name in keyof Areas[Area]]: Areas[Area][Name] extends (connection: Connection, ...rest: infer Rest) => infer Made
      ? (...rest: Rest) => Made
      : never;
  };
};

/** Binds the functions of all areas to one connection. */
export function bindAreas<Areas extends Readonly<Record<string, Readonly<Record<string, OperationFunction>>>>>(
  connection: Connection,
  areas: Areas,
): Bound<Areas> {
  const bind = (functions: Readonly<Record<string, OperationFunction>>): object =>
    mapMembers(
      functions,
      (call) =>
        (...rest: never[]) =>
          call(connection, ...rest),
    );
  return mapMembers(areas, bind) as Bound<Areas>;
}

function mapMembers<Member>(members: Readonly<Record<string, Member>>, change: (member: Member) => unknown): object {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}

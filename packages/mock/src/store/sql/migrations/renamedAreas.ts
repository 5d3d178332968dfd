interface RenamedArea {
  readonly from: string;
  readonly to: string;
  /** The names of the operations, which stay the same. */
  readonly names: readonly string[];
}

/** Returns statements that rename the operations of stored faults. */
export function renameAreas(areas: readonly RenamedArea[]): string[] {
  return areas.flatMap(({ from, to, names }) =>
    names.map(
      (name) =>
        `update documents set document = replace(document, '"operationId":"${from}.${name}"', '"operationId":"${to}.${name}"')
           where collection in ('fault', 'endedFault')`,
    ),
  );
}

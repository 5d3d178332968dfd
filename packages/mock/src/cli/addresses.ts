export interface Addresses {
  readonly url: string;
  /** Whether the mock keeps state. Otherwise, it has no pages. */
  readonly hasPages: boolean;
  /** A token that readers can use, or a text that says how to get one. */
  readonly token: string;
}

/** Returns the lines that each command prints when its server is ready. */
export function addressLines({ url, hasPages, token }: Addresses): string {
  const rows = [
    ["API", url],
    ...(hasPages
      ? [
          ["Reference", `${url}/docs/`],
          ["Console", `${url}/console`],
        ]
      : []),
    ["Document", `${url}/openapi.json`],
    ...(hasPages ? [["Control", `${url}/__mock/v1/openapi.json`]] : []),
    ["Token", token],
  ];
  return rows.map(([name = "", value]) => `  ${name.padEnd(9)}  ${value}`).join("\n");
}

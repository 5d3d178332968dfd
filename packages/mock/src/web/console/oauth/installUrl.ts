import type { Flow } from "./flow.ts";

/** The parameters of an install URL, and why each is there. */
export function installParameters({ clientId, redirectUri, scopes, optionalScopes, state }: Flow): readonly InstallParameter[] {
  const all = [
    { name: "client_id", value: clientId, why: "Says which app asks." },
    { name: "redirect_uri", value: redirectUri, why: "Where the user goes next. It has to be one of the app, letter by letter." },
    { name: "scopes", value: scopes.join(" "), why: "What the app cannot do without. The user grants all of it or nothing." },
    { name: "optional_scopes", value: optionalScopes.join(" "), why: "What the user may leave out." },
    { name: "state", value: state, why: "Random. It comes back with the code, so that the app knows that it began this itself." },
  ];
  return all.filter(({ value }) => value !== "");
}

export interface InstallParameter {
  readonly name: string;
  readonly value: string;
  readonly why: string;
}

/** The install URL of a flow, without the origin. @param changes parameters in place of those of the flow, or beside them */
export function installUrl(flow: Flow, changes: Readonly<Record<string, string>> = {}): string {
  const own = Object.fromEntries(installParameters(flow).map(({ name, value }) => [name, value]));
  return `/oauth/authorize?${new URLSearchParams({ ...own, ...changes })}`;
}

import { codeRows } from "./oauth/code.ts";
import { endRows } from "./oauth/end.ts";
import { endpointRows } from "./oauth/endpoint.ts";
import { refreshRows } from "./oauth/refresh.ts";
import { tokenRows } from "./oauth/tokens.ts";
import type { Rows } from "./rows.ts";

export const rows: Rows = { ...codeRows, ...refreshRows, ...endpointRows, ...tokenRows, ...endRows };

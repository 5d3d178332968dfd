import type { Rows } from "./rows.ts";
import { authenticationRows } from "./shared/authentication.ts";
import { limitRows } from "./shared/limits.ts";
import { requestRows } from "./shared/requests.ts";
import { sunsetRows } from "./shared/sunset.ts";

export const rows: Rows = { ...requestRows, ...authenticationRows, ...limitRows, ...sunsetRows };

import type { Rows } from "./rows.ts";
import { contactRows } from "./transactionalEmail/contacts.ts";
import { requestRows } from "./transactionalEmail/requests.ts";
import { resultRows } from "./transactionalEmail/results.ts";
import { sendIdRows } from "./transactionalEmail/sendId.ts";

export const rows: Rows = { ...requestRows, ...resultRows, ...sendIdRows, ...contactRows };

import type { Rows } from "./rows.ts";
import { contactRows } from "./transactionalEmailV1/contacts.ts";
import { requestRows } from "./transactionalEmailV1/requests.ts";
import { resultRows } from "./transactionalEmailV1/results.ts";
import { sendIdRows } from "./transactionalEmailV1/sendId.ts";

export const rows: Rows = { ...requestRows, ...resultRows, ...sendIdRows, ...contactRows };

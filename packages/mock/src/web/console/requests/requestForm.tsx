import { operationTable } from "@crm-platform/types";
import type { Markup } from "../../html.ts";
import { type RequestFilter, statusClasses } from "./requestFilter.ts";

const operationIds = Object.keys(operationTable).sort();

const classWords: Readonly<Record<string, string>> = {
  "2XX": "2XX, done",
  "3XX": "3XX, leads elsewhere",
  "4XX": "4XX, refused",
  "5XX": "5XX, failed",
};

export interface RequestFormProps {
  readonly filter: RequestFilter;
  /** The page that the form is on. */
  readonly path: string;
  /** Whether that page is about one account. */
  readonly isOfAccount: boolean;
}

/** What to show of the journal. */
export function RequestForm({ filter, path, isOfAccount }: RequestFormProps): Markup {
  return (
    <form class="row filter" method="get" action={path} aria-label="Which requests to show">
      {!isOfAccount && (
        <label>
          Account
          <input name="account" inputmode="numeric" pattern="[0-9]*" value={filter.accountId ?? ""} placeholder="all" />
        </label>
      )}
      <label class="wide">
        Operation
        <select name="operation">
          <Option value="" text="all" chosen={filter.operationId} />
          {operationIds.map((operationId) => (
            <Option value={operationId} text={operationId} chosen={filter.operationId} />
          ))}
        </select>
      </label>
      <label>
        Status
        <select name="status">
          <Option value="" text="all" chosen={filter.status} />
          {statusClasses.map((status) => (
            <Option value={status} text={classWords[status] ?? status} chosen={filter.status} />
          ))}
        </select>
      </label>
      <label class="choice">
        <input type="checkbox" name="problems" checked={filter.onlyProblems === true} /> Violations only
      </label>
      <span class="actions">
        <button type="submit">Show</button>
        <a class="button" href={path}>
          Show all
        </a>
      </span>
    </form>
  );
}

function Option({
  value,
  text,
  chosen = "",
}: {
  readonly value: string;
  readonly text: string;
  readonly chosen?: string | undefined;
}): Markup {
  return (
    <option value={value} selected={value === chosen}>
      {text}
    </option>
  );
}

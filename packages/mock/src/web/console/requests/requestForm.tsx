import { operationTable } from "@crm-platform/types";
import type { Markup } from "../../html.ts";
import { Field, Select } from "../components/forms.tsx";
import type { RequestFilter } from "./requestFilter.ts";

const operationIds = Object.keys(operationTable).sort();
const operations = [["", "all"], ...operationIds.map((operationId) => [operationId, operationId] as const)] as const;

const statuses = [
  ["", "all"],
  ["2XX", "2XX, done"],
  ["3XX", "3XX, leads elsewhere"],
  ["4XX", "4XX, refused"],
  ["5XX", "5XX, failed"],
] as const;

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
        <Field id="account" label="Account">
          {(described) => (
            <input name="account" inputmode="numeric" pattern="[0-9]*" value={filter.accountId ?? ""} placeholder="all" {...described} />
          )}
        </Field>
      )}
      <Field id="operation" label="Operation">
        {(described) => <Select name="operation" options={operations} chosen={filter.operationId} described={described} />}
      </Field>
      <Field id="status" label="Status">
        {(described) => <Select name="status" options={statuses} chosen={filter.status} described={described} />}
      </Field>
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

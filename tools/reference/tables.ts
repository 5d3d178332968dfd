import { compareVersions, describeDifferences, type OpenApiDocument, VersionTable } from "@crm-platform/mock/contract";
import { associationTypes, behaviors, defaultEventProperties, scopes, sunsetInterfaces } from "@crm-platform/types";
import type { Parameter, RequestBody, Schema } from "../openapi/document.ts";
import { lookUp, resolve } from "../openapi/resolve.ts";
import { grades } from "../pipeline/model/evidence.ts";
import { errorsTable, oauthErrorsTable } from "./errors.ts";
import type { Facts, OperationFacts } from "./facts.ts";
import { fidelityAreas, gradedIn } from "./fidelity.ts";
import { code, dayOf, gradeOf, lines, numberOf, operationLink, prose, table } from "./markdown.ts";
import { propertiesOf, titleOfType } from "./properties.ts";

const paginationStyles = {
  offset: "by offset, until the total is reached",
  chunks: "by the offset of the last chunk, until no more items follow",
  cursor: "by the cursor in the response; the last page contains no cursor",
  input: "per result, by a cursor next to the input's id",
} as const;

/** Batches whose inputs fail on their own only if each of them has a trace id. */
const tracedBatches = /^records\.batch(Create|Update|Upsert)$/;

/** A guide includes a table with `<!-- table: name -->`. */
export const tables: Readonly<Record<string, (facts: Facts) => string>> = {
  scopes: (facts) =>
    table(Object.entries(scopes), {
      Scope: ([scope]) => code(scope),
      "What it allows": ([, text]) => text,
      Operations: ([scope]) => lines(operationsWithScope(facts, scope)),
    }),
  needs: ({ areas, operations }) =>
    table(operations, {
      Operation: operationLink,
      Area: ({ area }) => areas.find(({ name }) => name === area)?.title ?? "",
      Scopes: ({ authentication, scopes: [first = "", ...others] }) =>
        authentication === "none" ? "no access token" : others.length === 0 ? code(first) : `any one of ${others.length + 1} scopes`,
    }),
  "batch-sizes": ({ operations }) =>
    table(
      operations.filter(({ batch }) => batch !== undefined),
      {
        Operation: operationLink,
        "Maximum inputs per request": ({ batch }) => (batch?.size === undefined ? "unknown" : numberOf(batch.size)),
        "When some inputs fail": ({ id, results }) => {
          if (!results.some(({ status }) => status === "207")) return "no partial success";
          return tracedBatches.test(id)
            ? `207, if every input has an ${code("objectWriteTraceId")}; otherwise no partial success`
            : "207; the other inputs succeed";
        },
      },
    ),
  "page-sizes": ({ operations }) =>
    table(
      operations.flatMap((operation) => {
        const { schema } = ((operation.source.parameters ?? []) as readonly Parameter[]).find(({ name }) => name === "limit") ?? {};
        return schema === undefined ? [] : [{ ...operation, schema }];
      }),
      {
        Operation: operationLink,
        "Default limit": ({ schema }) => (schema.default === undefined ? "all items" : numberOf(Number(schema.default))),
        "Maximum limit": ({ schema }) => (schema.maximum === undefined ? "no maximum" : numberOf(schema.maximum)),
      },
    ),
  pagination: ({ operations }) =>
    table(
      operations.flatMap(({ id, href, pagination }) => (pagination === undefined ? [] : [{ operation: { id, href }, ...pagination }])),
      {
        Operation: ({ operation }) => operationLink(operation),
        "Next page": ({ style }) => paginationStyles[style],
        "Fields and parameters": ({ operation: _, style: __, ...members }) =>
          Object.entries(members)
            .flatMap(([name, value]) => Object.entries(typeof value === "string" ? { [name]: value } : value))
            .map(([name, value]) => `${name} ${code(`${value}`)}`)
            .join(", "),
      },
    ),
  lengths: (facts) =>
    table(
      facts.operations.flatMap((operation) => lengthsOf(facts, operation)),
      {
        Field: ({ name }) => code(name),
        Operation: ({ operation }) => operationLink(operation),
        Maximum: ({ maximum }) => maximum,
      },
    ),
  errors: errorsTable,
  "oauth-errors": oauthErrorsTable,
  deprecated: ({ operations }) =>
    table(
      operations.filter(({ deprecated }) => deprecated),
      {
        Operation: operationLink,
        "Ends on": ({ sunset }) => (sunset?.date ? dayOf(sunset.date) : "not announced"),
        "Use instead": ({ sunset }) => sunset?.replacement ?? "not announced",
      },
    ),
  sunset: () =>
    table(sunsetInterfaces, {
      Interface: ({ name }) => name,
      "Ended on": ({ date }) => dayOf(date),
      "Use instead": ({ replacement }) => replacement ?? "nothing",
      "Paths that begin with": ({ pathPrefixes }) => lines(pathPrefixes.map(code)),
    }),
  versions: ({ document }) => {
    const { rows } = new VersionTable(document as unknown as OpenApiDocument);
    return table(Object.entries((document as unknown as OpenApiDocument)["x-versions"]?.interfaces ?? {}), {
      Interface: ([name]) => name,
      "Paths that begin with, oldest first": ([, owner]) => {
        const versions = rows.filter((row) => row.owner === owner).sort((one, other) => compareVersions(one.name, other.name));
        return lines(versions.map(({ prefix, ends }) => `${code(prefix)}${ends === undefined ? "" : ` until ${dayOf(ends)}`}`));
      },
    });
  },
  "from-v3": (facts) => migrationTable(facts, "v3"),
  "from-v4": (facts) => migrationTable(facts, "v4"),
  "from-2025-09": (facts) => migrationTable(facts, "2025-09"),
  "association-types": () =>
    table(associationTypes, {
      Id: ({ id }) => `${id}`,
      "Name in v3": ({ name }) => (name === null ? "v1 only" : code(name)),
      From: ({ from }) => from,
      To: ({ to }) => to,
      Inverse: ({ inverse }) => `${inverse}`,
      Kind: (type) => ("primary" in type ? "primary" : ""),
    }),
  "event-properties": () =>
    table(defaultEventProperties, {
      Name: ({ name }) => code(name),
      Type: ({ type }) => type,
      Field: ({ fieldType }) => fieldType,
      Options: (property) => ("options" in property ? property.options.map(({ label }) => label).join(", ") : ""),
    }),
  "property-pages": ({ builtIn }) =>
    table([...builtIn], {
      "Object type": ([type]) => `[${titleOfType(type)}](/properties/${type}.md)`,
      "Built-in properties": ([, groups]) => `${propertiesOf(groups).length}`,
    }),
  "send-results": ({ document }) => {
    const { description } = lookUp(document, "#/components/schemas/SingleSendResultV1/properties/sendResult");
    return table([...String(description).matchAll(/^\| (`\w+`) \| (.*) \|$/gm)], {
      sendResult: ([, value = ""]) => value,
      Meaning: ([, , meaning = ""]) => prose(meaning),
    });
  },
  grades: ({ evidence }) =>
    table(grades, {
      Grade: ({ grade }) => gradeOf(grade),
      Meaning: ({ meaning }) => meaning,
      "Facts of the document": ({ grade }) => (grade === "described" ? "all others" : count(evidence, grade)),
      "Rules of behavior": ({ grade }) => count(behaviors, grade),
    }),
  companions: ({ operations }) =>
    table(
      operations.filter(({ companion }) => companion),
      { Operation: operationLink, "What it does": ({ summary }) => summary },
    ),
  fidelity: (facts) =>
    table(fidelityAreas(facts), {
      Area: ({ name, title }) => `[${title}](/fidelity/${name}.md)`,
      ...Object.fromEntries(grades.map(({ grade }) => [grade, ({ name }: { name: string }) => count(gradedIn(facts, name), grade)])),
    }),
  "limit-rules": () => rulesTable(/^limit-/),
  "primary-rules": () => rulesTable(/^associations-v3-(primary|one-primary|unlabeled)/),
  "history-rules": () => rulesTable(/^meetings-(with-)?histor/),
  "no-object-rules": () => rulesTable(/^events-(no-object|matching-without-object)/),
  "send-id-rules": () => rulesTable(/^send-id-/),
};

/** If all operations of an area have the scope, returns the area's name instead. */
function operationsWithScope({ areas }: Facts, scope: string): string[] {
  return areas.flatMap(({ title, href, operations }) => {
    const own = operations.filter(({ scopes: list }) => list.includes(scope));
    return own.length > 1 && own.length === operations.length ? [`[all of ${title}](${href})`] : own.map(operationLink);
  });
}

function lengthsOf({ document }: Facts, operation: OperationFacts) {
  const { content = {} } = resolve<RequestBody>(document, operation.source.requestBody ?? {});
  const [{ schema = {} } = {}] = Object.values(content);
  const { properties = {} } = resolve<Schema>(document, schema);
  return Object.entries(properties).flatMap(([name, { maxLength, maxItems }]) => {
    const unit = maxLength === undefined ? "entries" : "characters";
    const max = maxLength ?? maxItems;
    return max === undefined ? [] : [{ name, operation, maximum: `${numberOf(max)} ${unit}` }];
  });
}

/** Lists the operations of an older version with the described ones that replace them. */
function migrationTable({ operations }: Facts, version: string): string {
  const rows = operations.flatMap((operation) => {
    const older = operation.versions.find(({ version: { name } }) => name === version);
    return older === undefined ? [] : [{ operation, older }];
  });
  return table(rows, {
    [`In ${version}`]: ({ older: { method, path, sunset } }) =>
      lines([`<span>${code(`${method} ${path}`)}</span>`, ...(sunset?.date ? [`until ${dayOf(sunset.date)}`] : [])]),
    "In the described version": ({ operation }) => lines([operationLink(operation), code(operation.path)]),
    [`Only in ${version}`]: ({ older }) => lines(describeDifferences(older.version.differences).map((text) => prose(text))),
  });
}

function count(list: readonly { readonly grade: string }[], grade: string): string {
  return `${list.filter((one) => one.grade === grade).length}`;
}

function rulesTable(pattern: RegExp): string {
  return table(
    behaviors.filter(({ rule }) => pattern.test(rule)),
    {
      "What happens": ({ text }) => prose(text),
      Grade: ({ grade }) => gradeOf(grade),
      Rule: ({ area, rule }) => `[${rule}](/fidelity/${area}.md#${rule})`,
    },
  );
}

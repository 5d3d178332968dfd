import { type EditKind, edit, type Loose } from "./edits.ts";

const self = (target: Loose): Loose[] => [target];
const has = (key: string) => (target: Loose) => (target[key] === undefined ? [] : [target]);
const ownParameters = ({ parameters = [] }: Loose): Loose[] =>
  parameters.filter(({ name, in: place }: Loose) => name !== undefined && place === "query");
const otherGrade = (grade: string): string => (grade === "assumed" ? "observed" : "assumed");

/** Edits of one operation. */
export const operationEdits: readonly EditKind[] = [
  edit("optional parameter added", self, (operation) => {
    operation.parameters = [...(operation.parameters ?? []), { name: "more", in: "query", schema: { type: "string" } }];
  }),
  edit("required parameter added", self, (operation) => {
    operation.parameters = [{ name: "more", in: "query", required: true, schema: { type: "string" } }, ...(operation.parameters ?? [])];
  }),
  edit("parameter removed", ownParameters, (parameter, _random, operation) => {
    operation.parameters = operation.parameters.filter((one: Loose) => one !== parameter);
  }),
  edit(
    "parameter required",
    (operation) => ownParameters(operation).filter(({ required }) => !required),
    (parameter) => {
      parameter.required = true;
    },
  ),
  edit("parameter described", ownParameters, (parameter) => {
    parameter.description = "Otherwise.";
  }),
  edit(
    "parameter of another default",
    (operation) => ownParameters(operation).filter(({ schema }) => schema.default !== undefined),
    ({ schema }) => {
      schema.default = typeof schema.default === "boolean" ? !schema.default : 7;
    },
  ),
  edit(
    "parameter with a higher minimum",
    (operation) => ownParameters(operation).filter(({ schema }) => schema.type === "integer"),
    ({ schema }) => {
      schema.minimum = 5;
    },
  ),
  edit("tag", self, (operation) => {
    operation.tags = ["elsewhere"];
  }),
  { name: "operationId", apply: (operation) => (operation.operationId = `${operation.operationId}Again`) },
  edit("description", self, (operation) => {
    operation.description = "Otherwise.";
  }),
  edit(
    "deprecated",
    (operation) => (operation.deprecated ? [] : [operation]),
    (operation) => {
      operation.deprecated = true;
    },
  ),
  edit(
    "retry less",
    (operation) => (operation["x-retry"] === "safe" ? [operation] : []),
    (operation) => {
      operation["x-retry"] = "never";
    },
  ),
  edit(
    "retry more",
    (operation) => (operation["x-retry"] === "safe" ? [] : [operation]),
    (operation) => {
      operation["x-retry"] = "safe";
    },
  ),
  edit("no batch", has("x-batch"), (operation) => {
    delete operation["x-batch"];
  }),
  edit(
    "a batch",
    (operation) => (operation["x-batch"] ? [] : [operation]),
    (operation) => {
      operation["x-batch"] = { inputs: "" };
    },
  ),
  edit("no pages", has("x-pagination"), (operation) => {
    delete operation["x-pagination"];
  }),
  edit("no key for repeats", has("x-idempotency-key"), (operation) => {
    delete operation["x-idempotency-key"];
  }),
  edit(
    "earlier sunset",
    (operation) => (operation["x-sunset"]?.date ? [operation] : []),
    (operation) => {
      operation["x-sunset"].date = "2020-01-01";
    },
  ),
  edit(
    "sunset",
    (operation) => (operation["x-sunset"]?.date === null ? [operation] : []),
    (operation) => {
      operation["x-sunset"].date = "2030-01-01";
    },
  ),
  edit(
    "scope accepted",
    (operation) => (operation.security.length > 0 ? [operation] : []),
    (operation) => {
      operation.security.push({ oauth2: ["media_bridge.read.more"] });
    },
  ),
  edit(
    "scope no longer accepted",
    (operation) => (operation.security.length > 1 ? [operation] : []),
    (operation, random) => {
      operation.security.splice(random(operation.security.length), 1);
    },
  ),
  edit(
    "scope needed, too",
    (operation) => operation.security,
    (requirement) => {
      requirement.oauth2 = [...requirement.oauth2, "social.more"];
    },
  ),
  edit("status of success", self, (operation) => {
    operation.responses["206"] = { description: "In part." };
  }),
  edit("status of failure", self, (operation) => {
    operation.responses["418"] = { description: "Never." };
  }),
  edit(
    "no status of failure",
    (operation) => (operation.responses["401"] ? [operation] : []),
    (operation) => {
      delete operation.responses["401"];
    },
  ),
  edit(
    "body optional",
    (operation) => (operation.requestBody?.required ? [operation.requestBody] : []),
    (body) => {
      delete body.required;
    },
  ),
  edit(
    "example renamed",
    (operation) => (operation.requestBody ? [operation] : []),
    (operation) => renameExample(operation),
  ),
  edit("example of other data", examplesOfBody, (example) => {
    example.value = { other: true };
  }),
  edit("example of another summary", examplesOfBody, (example) => {
    example.summary = "Another";
  }),
  edit("grade of evidence", has("x-evidence"), (operation) => {
    operation["x-evidence"].grade = otherGrade(operation["x-evidence"].grade);
  }),
  edit("no evidence", has("x-evidence"), (operation) => {
    delete operation["x-evidence"];
  }),
  {
    name: "operation moved",
    apply: (operation, _random, document) => {
      const [path, item] = Object.entries<Loose>(document.paths).find(([, one]) => Object.values(one).includes(operation)) ?? [];
      if (path === undefined || Object.keys(item).length > 1) return undefined;
      delete document.paths[path];
      document.paths[`/again${path}`] = item;
      return "";
    },
  },
  {
    name: "path parameter called otherwise",
    apply: (operation, _random, document) => {
      const [path, item] = Object.entries<Loose>(document.paths).find(([, one]) => Object.values(one).includes(operation)) ?? [];
      const parameter = operation.parameters?.find((one: Loose) => one.in === "path");
      if (path === undefined || parameter === undefined || Object.keys(item).length > 1) return undefined;
      delete document.paths[path];
      document.paths[path.replace(`{${parameter.name}}`, "{otherwise}")] = item;
      parameter.name = "otherwise";
      return "";
    },
  },
];

function examplesOfBody({ requestBody }: Loose): Loose[] {
  return Object.values<Loose>(requestBody?.content ?? {}).flatMap(({ examples = {} }) => Object.values(examples));
}

/** Under the same new name in the request and in the answers. */
function renameExample({ requestBody, responses, parameters = [] }: Loose): void {
  const holders = [
    ...Object.values<Loose>(requestBody.content),
    ...Object.values<Loose>(responses).flatMap(({ content = {} }) => Object.values<Loose>(content)),
    ...parameters,
  ];
  const [name = ""] = Object.keys(holders[0]?.examples ?? {});
  for (const { examples } of holders) {
    if (examples?.[name] === undefined) continue;
    examples.otherwise = examples[name];
    delete examples[name];
  }
}

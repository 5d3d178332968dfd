/**
 * The allowed imports, including imports of types. Folders are the pipeline: spec → tools → packages. In the mock, a request passes
 * through front → platform → handlers → store, and imports follow that direction, except that handlers import their context. The front
 * gets the platform as a function, and the platform gets its handlers as a table, so neither imports the next folder.
 */

/** The folders and files that each folder of the mock may import. */
const mock = {
  generated: ["contract/compiled", "control/client/operation.ts"],
  contract: [],
  store: [],
  http: ["contract"],
  platform: ["contract", "http", "store"],
  handlers: [
    "contract",
    "generated/builtInProperties.ts",
    "platform/context.ts",
    "platform/handler.ts",
    "platform/ids.ts",
    "platform/lifetimes.ts",
    "platform/rateLimits.ts",
    "platform/scopes",
    "store",
  ],
  front: ["contract", "http"],
  examples: ["contract", "http"],
  proxy: ["contract", "crmPlatform.ts", "front", "http"],
  control: ["contract", "crmPlatform.ts", "generated", "handlers", "http", "platform", "store"],
  web: [
    "contract",
    "control/api/access.ts",
    "control/client/control.ts",
    "control/effectInWords.ts",
    "control/recordName.ts",
    "crmPlatform.ts",
    "generated",
    "http",
    "mcp",
    "ownPackage.ts",
    "platform/consent",
    "platform/scopes",
  ],
  mcp: [
    "contract",
    "control/api/access.ts",
    "control/client/control.ts",
    "control/demo",
    "crmPlatform.ts",
    "front/route.ts",
    "front/unknownOperations.ts",
    "generated",
    "http",
    "ownPackage.ts",
    "platform/lifetimes.ts",
  ],
  explore: [
    "contract/openapi/document.ts",
    "control",
    "crmPlatform.ts",
    "generated",
    "http",
    "mock.ts",
    "platform/faults.ts",
    "store/queue.ts",
  ],
  webhooks: ["contract/times.ts", "http", "platform", "store"],
  smtp: ["handlers", "http", "platform", "store"],
  cli: ["contract", "control", "exampleMock.ts", "front", "generated", "http", "mock.ts", "ownPackage.ts", "proxy", "store"],
};

/** The folders and files that each folder of the mock's `contract/` may import. */
const contract = {
  openapi: [],
  errors: ["message.ts", "openapi", "problems"],
  problems: ["message.ts", "openapi"],
  request: ["contract.ts", "message.ts", "openapi", "errors"],
  compiled: ["contract.ts", "message.ts", "openapi", "problems", "request"],
  prism: ["contract.ts", "message.ts", "openapi", "problems", "request"],
};

/** The steps before each step from a document to its packages. All tools share `openapi/`. */
const pipeline = {
  lint: [],
  bundle: ["lint", "names.ts"],
  model: ["lint", "names.ts"],
  emit: ["model", "names.ts"],
  write: ["emit"],
};

/** Returns one rule for each folder in a table, and one that rejects imports in other folders. */
function layers(root, table) {
  const folders = Object.keys(table).map((folder) => `^${root}/${folder}/`);
  return [
    { name: `each folder of ${root} is in the table`, severity: "error", from: { path: `^${root}/[^/]+/`, pathNot: folders }, to: {} },
    ...Object.entries(table).map(([folder, allowed]) => ({
      name: `allowed imports of ${root}/${folder}`,
      severity: "error",
      from: { path: `^${root}/${folder}/` },
      to: { path: `^${root}/`, pathNot: [folder, ...allowed].map((name) => `^${root}/${name}${name.includes(".") ? "$" : "/"}`) },
    })),
  ];
}

/** The files of the mock's `store/` that contain only interfaces, values and names. */
const withoutSql = "^packages/mock/src/store/((accountStore|values|words)|[^/]+/([^/]+Store|contacts|documents|search))[.]ts$";

const packageSources = "^packages/[^/]+/src/";

export default {
  forbidden: [
    { name: "no cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "packages import no tools and no tests",
      severity: "error",
      from: { path: packageSources },
      to: { path: "^tools/|^packages/[^/]+/test/" },
    },
    {
      name: "the client and the mock import no package but the types",
      severity: "error",
      from: { path: "^packages/(client|mock)/src/" },
      to: { path: "^packages/", pathNot: "^packages/($1|types)/" },
    },
    {
      name: "the types import no other package",
      severity: "error",
      from: { path: "^packages/types/src/" },
      to: { path: "^packages/", pathNot: "^packages/types/" },
    },
    {
      name: "handlers do not access SQL",
      severity: "error",
      from: { path: "^packages/mock/src/handlers/" },
      to: { path: "^packages/mock/src/store/", pathNot: withoutSql },
    },
    {
      name: "the console calls only the control API",
      severity: "error",
      from: { path: "^packages/mock/src/web/console/" },
      to: { path: "^packages/mock/src/(platform|store|handlers)/" },
    },
    ...layers("packages/mock/src", mock),
    ...layers("packages/mock/src/contract", contract),
    ...layers("tools/pipeline", pipeline),
  ],
  options: {
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    // The validators are large. `compiled.test.ts` checks their imports.
    doNotFollow: { path: "node_modules|/src/generated/(control/)?validators/" },
    // The built reference contains bundles of VitePress and Redoc.
    exclude: { path: "/(node_modules|dist|artifacts)/|^packages/mock/reference" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["@crm-platform/source", "import", "node"] },
  },
};

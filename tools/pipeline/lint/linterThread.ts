import { relative } from "node:path";
import { parentPort } from "node:worker_threads";
import {
  BaseResolver,
  bundle,
  type Config,
  getLineColLocation,
  lint,
  lintDocument,
  loadConfig,
  type NormalizedProblem,
  ResolveError,
  Source,
} from "@redocly/openapi-core";
import type { Problem } from "../../problems.ts";

export interface LinterRequest {
  readonly id: number;
  readonly task: keyof typeof tasks;
  /** An absolute path, like `configuration`. */
  readonly file: string;
  readonly configuration: string;
  readonly folder: string;
  /** For `lintBundle`: the bundle of the file. */
  readonly bundle?: object;
}

export type LinterResponse = { readonly id: number } & ({ readonly result: unknown } | { readonly failure: string });

const exampleRules = [
  "no-invalid-media-type-examples",
  "no-invalid-parameter-examples",
  "no-invalid-schema-examples",
  "house/header-examples-valid",
];

/** Reads local files only, because commands do not access the network unless that is their purpose. */
class LocalResolver extends BaseResolver {
  override async loadExternalRef(reference: string): Promise<Source> {
    if (!/^[a-z][a-z\d+.-]+:/i.test(reference)) return await super.loadExternalRef(reference);
    throw new ResolveError(new Error(`${reference} is not a local file. Expected: a file below spec/, such as $ref: ./Meeting.yaml.`));
  }
}

const tasks = {
  async lint({ file, folder }: LinterRequest, config: Config): Promise<Problem[]> {
    return (await lint({ ref: file, config, externalRefResolver: new LocalResolver() })).map((problem) => describe(problem, file, folder));
  },
  /** Skips the slow example rules, because a bundle contains the same examples and schemas as its sources. The problems have no place. */
  async lintBundle({ file, configuration, bundle }: LinterRequest): Promise<Problem[]> {
    const config = await loadConfig({ configPath: configuration });
    config.skipRules(exampleRules);
    const document = { source: new Source(file, ""), parsed: bundle };
    const problems = await lintDocument({ document, config, externalRefResolver: new LocalResolver() });
    return problems.map(({ message, ruleId, location: [at] }) => ({
      file: "the bundle",
      pointer: at?.pointer ?? "#/",
      message,
      rule: ruleId,
    }));
  },
  async bundle({ file, folder }: LinterRequest, config: Config): Promise<{ document: unknown; problems: Problem[] }> {
    const { bundle: whole, problems } = await bundle({ ref: file, config, externalRefResolver: new LocalResolver() });
    return { document: whole.parsed, problems: problems.map((problem) => describe(problem, file, folder)) };
  },
};

function describe({ message, ruleId, location: [at] }: NormalizedProblem, file: string, folder: string): Problem {
  const start = at === undefined ? undefined : getLineColLocation(at).start;
  return {
    file: relative(folder, at?.source.absoluteRef ?? file),
    pointer: at?.pointer ?? "#/",
    ...(start !== undefined && { place: { line: start.line, column: start.col } }),
    message,
    rule: ruleId,
  };
}

const configurations = new Map<string, Promise<Config>>();

function configurationAt(path: string): Promise<Config> {
  const configuration = configurations.get(path) ?? loadConfig({ configPath: path });
  configurations.set(path, configuration);
  return configuration;
}

parentPort?.on("message", async (request: LinterRequest) => {
  const { id, task, configuration } = request;
  try {
    const result = await tasks[task](request, await configurationAt(configuration));
    parentPort?.postMessage({ id, result } satisfies LinterResponse);
  } catch (error) {
    parentPort?.postMessage({ id, failure: (error as Error).message } satisfies LinterResponse);
  }
});

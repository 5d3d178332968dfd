import type { Model, Operation, Parameter } from "../../model/model.ts";
import type { GeneratedFile, Specifiers } from "../files.ts";
import { header, literal } from "../source.ts";

/** The operations as data: all that the engine needs to run one. One constant each, so that bundlers drop the others. */
export function emitOperationData(model: Model, { engine }: Specifiers): GeneratedFile {
  const constants = model.operations.map((operation) => `export const ${operation.constant}: Operation = ${literal(data(operation))};\n`);
  const content = constants.length === 0 ? "export {};\n" : `import type { Operation } from "${engine}";\n\n${constants.join("\n")}`;
  return { path: "operations.ts", content: header() + content };
}

function data(operation: Operation): object {
  const { id, method, path, authentication, retry, pathParameters, queryParameters, headerParameters, body } = operation;
  return {
    id,
    method,
    path,
    retry,
    authenticated: authentication !== "none",
    pathParameters: unlessEmpty(pathParameters.map(({ name }) => name)),
    query: unlessEmpty(queryParameters.map(queryParameter)),
    headers: unlessEmpty(headerParameters.map(named)),
    body: body && {
      mediaType: body.mediaType,
      placement: body.placement,
      ...(body.placement === "member" && body.member !== "body" ? { member: body.member } : {}),
    },
  };
}

function named({ name, member }: Parameter): object {
  return { name, ...(member === name ? {} : { member }) };
}

function queryParameter(parameter: Parameter): object {
  const { style, explode } = parameter;
  return { ...named(parameter), ...(style === "form" ? {} : { style }), ...(explode === (style === "form") ? {} : { explode }) };
}

function unlessEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

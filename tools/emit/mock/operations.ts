import type { Model } from "../../model/model.ts";
import type { GeneratedFile } from "../files.ts";
import { header, literal } from "../source.ts";

/** The routes of the mock. */
export function emitMockOperations(model: Model): GeneratedFile {
  const rows = model.operations.map(({ id, method, path, body }) => ({ operationId: id, method, path, bodyMediaType: body?.mediaType }));
  return {
    path: "operations.ts",
    content: `${header()}/** Where an operation is found, and what its body is written in. */
export interface OperationRoute {
  readonly operationId: string;
  readonly method: string;
  /** The path template. */
  readonly path: string;
  readonly bodyMediaType?: string;
}

/** Every operation of the document, in its order. */
export const operations: readonly OperationRoute[] = ${literal(rows)};
`,
  };
}

import { createMock } from "@crm-platform/mock";
import bundled from "@crm-platform/types/openapi.json" with { type: "json" };
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type DeclaredOperation, type Node, operationsIn } from "../document.ts";

/** A document, which is read and validated independently of the code under test. */
export interface Api {
  readonly name: "platform" | "control";
  readonly document: Node;
  readonly operations: readonly DeclaredOperation[];
  /** @param pointer a JSON pointer into the document, starting with `#/` */
  validator(pointer: string): ValidateFunction;
}

/** Reads the document of the control API from a mock. */
export async function readApis(): Promise<readonly [platform: Api, control: Api]> {
  const mock = await createMock();
  const response = await mock.fetch(`${mock.url}/__mock/v1/openapi.json`);
  await mock.close();
  return [readApi("platform", bundled), readApi("control", (await response.json()) as Node)];
}

const silent = ["x-evidence", "x-known-values", "x-sensitive", "discriminator", "paths", "components"];

function readApi(name: Api["name"], document: Node): Api {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true });
  addFormats.default(ajv);
  // The format `int64` in ajv-formats accepts any integer. 2^63 - 1 cannot be represented exactly and is parsed as 2^63.
  ajv.addFormat("int64", { type: "number", validate: (value) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63 });
  ajv.addVocabulary(silent);
  ajv.addSchema({ $id: name, paths: document["paths"], components: document["components"] });
  const compiled = new Map<string, ValidateFunction>();
  return {
    name,
    document,
    operations: operationsIn(document),
    validator(pointer) {
      const validate =
        compiled.get(pointer) ?? ajv.compile({ $ref: `${name}#${pointer.slice(1).split("/").map(encodeURIComponent).join("/")}` });
      compiled.set(pointer, validate);
      return validate;
    },
  };
}

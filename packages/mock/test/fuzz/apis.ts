import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type DeclaredOperation, document, type Node, operationsIn, readControlDocument } from "../document.ts";

/** A document, which is read and validated independently of the code under test. */
export interface Api {
  readonly name: "platform" | "control";
  readonly document: Node;
  readonly operations: readonly DeclaredOperation[];
  /** @param pointer a JSON pointer into the document, starting with `#/` */
  validator(pointer: string): ValidateFunction;
}

export async function readApis(): Promise<readonly [platform: Api, control: Api]> {
  return [readApi("platform", document), readApi("control", await readControlDocument())];
}

const silent = ["x-evidence", "x-known-values", "x-sensitive", "discriminator", "paths", "components"];

function readApi(name: Api["name"], root: Node): Api {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true });
  addFormats.default(ajv);
  // The format `int64` in ajv-formats accepts any integer. 2^63 - 1 cannot be represented exactly and is parsed as 2^63.
  ajv.addFormat("int64", { type: "number", validate: (value) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63 });
  ajv.addVocabulary(silent);
  ajv.addSchema({ $id: name, paths: root["paths"], components: root["components"] });
  const compiled = new Map<string, ValidateFunction>();
  return {
    name,
    document: root,
    operations: operationsIn(root),
    validator(pointer) {
      const validate =
        compiled.get(pointer) ?? ajv.compile({ $ref: `${name}#${pointer.slice(1).split("/").map(encodeURIComponent).join("/")}` });
      compiled.set(pointer, validate);
      return validate;
    },
  };
}

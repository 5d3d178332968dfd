import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type DeclaredOperation, document, type Node, operationsIn, readControlDocument, readServedDocument } from "../document.ts";

/** A document, which is read and validated independently of the code under test. */
export interface Api {
  /** For example `platform`, `platform-v3` or `control`. */
  readonly name: string;
  readonly document: Node;
  readonly operations: readonly DeclaredOperation[];
  /** @param pointer a JSON pointer into the document, starting with `#/` */
  validator(pointer: string): ValidateFunction;
}

export interface Apis {
  readonly platform: Api;
  /** The documents of the versions that are not described. */
  readonly versions: readonly Api[];
  readonly control: Api;
}

export async function readApis(): Promise<Apis> {
  const names = ["v3", "v4", "2025-09", "2026-09"];
  const versions = names.map(async (name) => readApi(`platform-${name}`, await readServedDocument(`/openapi.json?version=${name}`)));
  return {
    platform: readApi("platform", document),
    versions: await Promise.all(versions),
    control: readApi("control", await readControlDocument()),
  };
}

const silent = ["x-evidence", "x-known-values", "x-names", "x-sensitive", "discriminator", "paths", "components"];

function readApi(name: string, root: Node): Api {
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

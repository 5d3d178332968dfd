import type { AnySchema, ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { maxProblems } from "../message.ts";
import { type JsonObject, type OpenApiDocument, resolve } from "../openapi/document.ts";
import { schemasAt } from "../openapi/schemas.ts";
import { enough } from "./enough.ts";
import { formats } from "./formats.ts";
import { plainSchema } from "./plainSchema.ts";

/** Returns the errors of a value, at most `maxProblems`. The schema is compiled on first use. */
export type Check = (value: unknown) => readonly ErrorObject[];

export interface Compiler {
  /**
   * Makes the check of a schema.
   * @param place what the schema is for, to be named in the error when it cannot be compiled
   */
  check(schema: JsonObject, place: string): Check;
}

const nothing: readonly ErrorObject[] = [];

/**
 * Compiles schemas of a document, each once, however many operations use it.
 * @param closed whether an object may only have fields that its schema declares, unless the schema says what others may be
 */
export function createCompiler(document: OpenApiDocument, closed: boolean): Compiler {
  let ajv: Ajv2020 | undefined;
  let referenced = 0;
  const names = new Map<string, string>();
  const compiled = new WeakMap<JsonObject, ValidateFunction>();
  const options = { nameOf, isClosed: (schema: JsonObject) => closed && declaresFields(document, schema) };

  return {
    check(schema, place) {
      let validate: ValidateFunction | undefined;
      return (value) => {
        validate ??= compile(schema, place);
        return validate(value) ? nothing : errorsOf(validate);
      };
    },
  };

  function compile(schema: JsonObject, place: string): ValidateFunction {
    const known = compiled.get(schema);
    if (known) return known;
    try {
      ajv ??= createAjv();
      const validate = ajv.compile(plainSchema(schema, options, false) as AnySchema);
      compiled.set(schema, validate);
      return validate;
    } catch (error) {
      throw new Error(`The schema of ${place} cannot be compiled: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Adds the schema that a reference leads to, and returns its name. */
  function nameOf(reference: string): string {
    const known = names.get(reference);
    if (known !== undefined) return known;
    referenced += 1;
    const name = `/${referenced}`;
    // Before it is read, because a schema may refer to itself.
    names.set(reference, name);
    try {
      ajv?.addSchema(plainSchema(resolve(document, { $ref: reference }), options, true) as AnySchema, name);
    } catch (error) {
      names.delete(reference);
      throw error;
    }
    return name;
  }
}

/** Whether a schema declares all fields that a value can have. */
function declaresFields(document: OpenApiDocument, schema: JsonObject): boolean {
  const all = schemasAt(document, schema, []);
  const isOpen = (one: JsonObject) => openings.some((keyword) => one[keyword] !== undefined);
  return all.some((one) => one["properties"] !== undefined) && !all.some(isOpen);
}

const openings = ["additionalProperties", "unevaluatedProperties", "patternProperties"];

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    // A third less to compile, and nothing more to run.
    code: { optimize: false },
    // Else each alternative would tell why it does not fit.
    discriminator: true,
    formats,
    logger: false,
    // The words of problems are ours.
    messages: false,
    // The lint of the spec checks schemas against their own schema, which would have to be compiled first: 30 ms.
    meta: false,
    strict: true,
    // One part of a schema may require what another declares.
    strictRequired: false,
    strictTuples: false,
    strictTypes: false,
    validateSchema: false,
  });
  return ajv.addKeyword(enough) as Ajv2020;
}

// Every error has the whole path of its value, and a name in it may have a million characters.
const maxCharacters = 1_000_000;

function errorsOf(validate: ValidateFunction): readonly ErrorObject[] {
  const errors = validate.errors ?? nothing;
  // There may be thousands still; the function would hold on to them until it is called again.
  validate.errors = null;
  const told: ErrorObject[] = [];
  let characters = 0;
  for (const error of errors) {
    characters += error.instancePath.length;
    if (told.length === maxProblems || (told.length > 0 && characters > maxCharacters)) break;
    told.push(error);
  }
  return told;
}

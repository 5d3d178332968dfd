import { constructsExpressed } from "./constructs.ts";
import { described } from "./described.ts";
import { errorBodiesKnown } from "./error-bodies.ts";
import { examplesDistinct } from "./examples-distinct.ts";
import { examplesPaired } from "./examples-paired.ts";
import { extensionsWellFormed } from "./extensions-well-formed.ts";
import { filesReferenced } from "./files-referenced.ts";
import { headerExamplesValid } from "./header-examples-valid.ts";
import { operationPlace } from "./operation-place.ts";
import { operationVerb } from "./operation-verb.ts";
import { parameterExamplesAnswered } from "./parameter-examples-answered.ts";
import { schemaNames } from "./schema-names.ts";
import type { Rule } from "./visitor.ts";

interface Plugin {
  readonly id: string;
  readonly rules: { readonly oas3: Readonly<Record<string, Rule>> };
}

export default function plugin(): Plugin {
  return {
    id: "house",
    rules: {
      oas3: {
        "operation-place": operationPlace,
        "operation-verb": operationVerb,
        "error-bodies": errorBodiesKnown,
        "examples-paired": examplesPaired,
        "schema-names": schemaNames,
        "extensions-well-formed": extensionsWellFormed,
        constructs: constructsExpressed,
        described,
        "examples-distinct": examplesDistinct,
        "files-referenced": filesReferenced,
        "header-examples-valid": headerExamplesValid,
        "parameter-examples-answered": parameterExamplesAnswered,
      },
    },
  };
}

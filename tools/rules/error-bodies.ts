import { asObject } from "../openapi/json.ts";
import { report, show } from "./message.ts";
import { fileOf } from "./operations.ts";
import type { Rule } from "./visitor.ts";

const errorBodies = ["ErrorBody", "OAuthErrorBody"];

/** The client converts the bodies of shared error responses to errors, so it must know their form. */
export const errorBodiesKnown: Rule = () => {
  let rootFile = "";

  return {
    Root: {
      enter(_root, context) {
        rootFile = context.location.source.absoluteRef;
      },
    },
    Response: {
      enter(node, context) {
        const { location } = context;
        const isShared =
          location.pointer.startsWith("#/components/responses/") || fileOf(location, rootFile).startsWith("shared/responses/");
        if (!isShared) return;
        const { content } = asObject(node);
        const mediaTypes = Object.entries(asObject(content));
        if (mediaTypes.length === 0) {
          const expected = `content with the schema ${errorBodies.join(" or ")}`;
          report(context, location, { wrong: "A shared error response has no body.", expected, found: show(content) });
        }
        for (const [mediaType, value] of mediaTypes) {
          const reference = asObject(asObject(value).schema).$ref;
          const name = String(reference).replace(/^.*\/|\.yaml$/g, "");
          if (errorBodies.includes(name)) continue;
          report(context, location.child(["content", mediaType, "schema"]), {
            wrong: "The client cannot convert the body of this shared error response to an error.",
            expected: `a $ref to the schema ${errorBodies.join(" or ")}, for example $ref: ../schemas/ErrorBody.yaml`,
            found: typeof reference === "string" ? reference : "an inline schema",
          });
        }
      },
    },
  };
};

import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { methodsOf } from "../openapi/methods.ts";
import { problem, show, showList } from "./message.ts";
import { fileOf, splitOperationId, titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

/** An operation is found by its name alone: the folder is the tag is the first part of its id, the file is the second. */
export const operationPlace: Rule = () => {
  let rootFile = "";
  let declaredTags: readonly unknown[] = [];

  return {
    Root: {
      enter(root, context) {
        rootFile = context.location.source.absoluteRef;
        declaredTags = asList(asObject(root).tags).map((tag) => asObject(context.resolve(tag).node).name);
      },
    },
    Operation: {
      enter(node, context) {
        const operation = asObject(node);
        const id = splitOperationId(operation.operationId);
        if (id === undefined) {
          return context.report(
            problem(context.location.child("operationId"), {
              wrong: "The operationId does not say where the operation belongs.",
              expected: "the area and the name with a dot between them, for example meetings.batchRead",
              found: show(operation.operationId),
            }),
          );
        }
        checkTag(operation, id.area, declaredTags, context);
        // A bundle has no other files to be wrong about.
        if (context.location.source.absoluteRef !== rootFile) checkFile(operation, id, rootFile, context);
      },
    },
  };
};

function checkTag(operation: JsonObject, area: string, declaredTags: readonly unknown[], context: Context): void {
  const tags = asList(operation.tags);
  if (tags.length !== 1 || tags[0] !== area) {
    context.report(
      problem(context.location.child("tags"), {
        wrong: `${titleOf(operation, context)} is not tagged with its area.`,
        expected: `tags: [${area}]`,
        found: show(operation.tags),
      }),
    );
  }
  if (!declaredTags.includes(area)) {
    context.report(
      problem(context.location.child("operationId"), {
        wrong: `${titleOf(operation, context)} belongs to an area that the root document does not declare.`,
        expected: `one of its tags, or a new one with "name: ${area}" and a description`,
        found: showList(declaredTags.map(String)),
      }),
    );
  }
}

function checkFile(operation: JsonObject, id: { area: string; name: string }, rootFile: string, context: Context): void {
  const pathItem = context.location.pointer.slice(0, context.location.pointer.lastIndexOf("/"));
  const place = fileOf(context.location, rootFile) + (pathItem === "#" ? "" : pathItem);
  const methodCount = methodsOf(asObject(context.parent)).length;
  const places =
    methodCount === 1
      ? [`${id.area}/${id.name}.yaml`, `${id.area}/paths.yaml#/${id.name}`]
      : [`${id.area}/collection.yaml`, `${id.area}/item.yaml`];
  if (places.includes(place)) return;
  context.report(
    problem(context.location.child("operationId"), {
      wrong: `${titleOf(operation, context)} is not where its name says.`,
      expected: `${places.join(" or ")}, for a path item with ${methodCount === 1 ? "one method" : "several methods"}`,
      found: place,
    }),
  );
}

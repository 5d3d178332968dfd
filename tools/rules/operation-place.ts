import { methodsOf } from "@crm-platform/mock/contract";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { report, show, showList } from "./message.ts";
import { fileOf, splitOperationId, titleOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

/** The first part of the operationId is the folder and the tag, and the second part is the file name. */
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
          return report(context, context.location.child("operationId"), {
            wrong: "The operationId does not consist of an area and a name.",
            expected: "the area and the name with a dot between them, for example meetings.batchRead",
            found: show(operation.operationId),
          });
        }
        checkTag(operation, id.area, declaredTags, context);
        if (context.location.source.absoluteRef !== rootFile) checkFile(operation, id, rootFile, context);
      },
    },
  };
};

function checkTag(operation: JsonObject, area: string, declaredTags: readonly unknown[], context: Context): void {
  const tags = asList(operation.tags);
  if (tags.length !== 1 || tags[0] !== area) {
    report(context, context.location.child("tags"), {
      wrong: `${titleOf(operation, context)} is not tagged with its area.`,
      expected: `tags: [${area}]`,
      found: show(operation.tags),
    });
  }
  if (!declaredTags.includes(area)) {
    report(context, context.location.child("operationId"), {
      wrong: `The root document does not declare the area of ${titleOf(operation, context)}.`,
      expected: `one of its tags, or a new tag with "name: ${area}" and a description`,
      found: showList(declaredTags.map(String)),
    });
  }
}

function checkFile(operation: JsonObject, { area, name }: { area: string; name: string }, rootFile: string, context: Context): void {
  const pathItem = context.location.pointer.slice(0, context.location.pointer.lastIndexOf("/"));
  const place = fileOf(context.location, rootFile) + (pathItem === "#" ? "" : pathItem);
  const hasOneMethod = methodsOf(asObject(context.parent)).length === 1;
  const inPaths = (key: string): string => `${area}/paths.yaml#/${key}`;
  const places = hasOneMethod
    ? [`${area}/${name}.yaml`, inPaths(name)]
    : ["collection", "item"].flatMap((key) => [`${area}/${key}.yaml`, inPaths(key)]);
  const isOfPart = !hasOneMethod && place.startsWith(inPaths("")) && /[a-z](Collection|Item)$/.test(place);
  if (places.includes(place) || isOfPart) return;
  report(context, context.location.child("operationId"), {
    wrong: `${titleOf(operation, context)} is in the wrong file.`,
    expected: `${places.join(" or ")}, for a path item with ${hasOneMethod ? "one method" : "several methods"}`,
    found: place,
  });
}

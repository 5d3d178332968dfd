import { currentDefinitions } from "./eventDefinitions/definitions.ts";
import { noObject } from "./eventDefinitions/primaryObjects.ts";
import { findOccurrences } from "./eventOccurrences/list.ts";
import { sendOccurrences } from "./eventOccurrences/send.ts";
import type { HandlersOfArea } from "./handlers.ts";

export const eventOccurrences: HandlersOfArea<"eventOccurrences"> = {
  "eventOccurrences.send": {
    kind: "writes",
    async run({ body }, context) {
      await sendOccurrences([{ input: body, place: "" }], context);
      return { status: 204 };
    },
  },
  "eventOccurrences.batchSend": {
    kind: "writes",
    async run({ body: { inputs } }, context) {
      await sendOccurrences(
        inputs.map((input, index) => ({ input, place: `inputs[${index}].` })),
        context,
      );
      return { status: 204 };
    },
  },
  "eventOccurrences.list": {
    kind: "readsTogether",
    async run({ query }, context) {
      return { status: 200, body: await findOccurrences(query, context) };
    },
  },
  "eventOccurrences.listTypes": {
    kind: "reads",
    async run(_, { store }) {
      const withObject = (await currentDefinitions(store)).filter(({ primaryObject }) => primaryObject !== noObject);
      return { status: 200, body: { eventTypes: withObject.map(({ fullyQualifiedName }) => fullyQualifiedName) } };
    },
  },
};

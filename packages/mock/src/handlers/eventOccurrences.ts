import { currentDefinitions } from "./eventDefinitions/definitions.ts";
import { noObject } from "./eventDefinitions/primaryObjects.ts";
import { findOccurrences } from "./eventOccurrences/list.ts";
import { sendOccurrences } from "./eventOccurrences/send.ts";
import { type HandlersOfArea, reads, readsTogether, writes } from "./handlers.ts";

export const eventOccurrences: HandlersOfArea<"eventOccurrences"> = {
  "eventOccurrences.send": writes(async ({ body }, context) => {
    await sendOccurrences([{ input: body, place: "" }], context);
    return { status: 204 };
  }),
  "eventOccurrences.batchSend": writes(async ({ body: { inputs } }, context) => {
    await sendOccurrences(
      inputs.map((input, index) => ({ input, place: `inputs[${index}].` })),
      context,
    );
    return { status: 204 };
  }),
  "eventOccurrences.list": readsTogether(async ({ query }, context) => {
    return { status: 200, body: await findOccurrences(query, context) };
  }),
  "eventOccurrences.listTypes": reads(async (_, { store }) => {
    const withObject = (await currentDefinitions(store)).filter(({ primaryObject }) => primaryObject !== noObject);
    return { status: 200, body: { eventTypes: withObject.map(({ fullyQualifiedName }) => fullyQualifiedName) } };
  }),
};

/** Names a type of ours must not take, because whoever imports it would lose the one they know. */

/** Types of the TypeScript library, which exist only for the compiler. */
const utilityTypes =
  "Awaited Partial Required Readonly Record Pick Omit Exclude Extract NonNullable Parameters " +
  "ConstructorParameters ReturnType InstanceType NoInfer ThisType ThisParameterType OmitThisParameter Uppercase " +
  "Lowercase Capitalize Uncapitalize ArrayLike AsyncIterable AsyncIterator Generator Iterable PromiseLike " +
  "PropertyKey";

/** Globals of the browser that Node does not have, of the kind a business might call its things. */
const browserOnly =
  "Attr Audio Cache Comment Document Element History Image Location Node Notification Option Plugin Range " +
  "Report Screen Selection Text Touch Window";

/** Everything Node itself puts into scope is asked of Node, so the list grows with it. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  ...utilityTypes.split(" "),
  ...browserOnly.split(" "),
]);

/** These types exist only for the compiler. */
const utilityTypes =
  "Awaited Partial Required Readonly Record Pick Omit Exclude Extract NonNullable Parameters " +
  "ConstructorParameters ReturnType InstanceType NoInfer ThisType ThisParameterType OmitThisParameter Uppercase " +
  "Lowercase Capitalize Uncapitalize ArrayLike AsyncIterable AsyncIterator Generator Iterable PromiseLike " +
  "PropertyKey";

/** Globals that do not exist in Node.js and that could be names of business objects. */
const browserGlobals =
  "Attr Audio Cache Comment Document Element History Image Location Node Notification Option Plugin Range " +
  "Report Screen Selection Text Touch Window";

/** Importing a type with such a name would hide a global. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  ...utilityTypes.split(" "),
  ...browserGlobals.split(" "),
]);

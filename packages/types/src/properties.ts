/**
 * The names of object types and properties. Types that suggest these names accept any other string too, because an account can define its
 * own properties and object types. To have them suggested as well, add them to the interfaces of this module.
 */
import type { ObjectTypeAliases, ObjectTypes, RecordProperties } from "./generated/properties.ts";

export type * from "./generated/properties.ts";

/** Any string. Editors suggest the plural names of the object types. */
export type ObjectTypeName = keyof ObjectTypes | (string & {});

/** A plural name, a singular name or a type id in any letter case, or any string that is not a literal. */
export type ObjectType<Type extends string> = string extends Type
  ? Type
  : Lowercase<Type> extends keyof ObjectTypes | keyof ObjectTypeAliases | `2-${string}`
    ? Type
    : // The compiler lists these names in its error, but it would not list those of `keyof ObjectTypes`.
      { [Name in keyof ObjectTypes]: Name }[keyof ObjectTypes];

/** The properties of an object type. */
export type PropertiesOf<Type extends string> = string extends Type
  ? Record<never, string>
  : Lowercase<Type> extends keyof ObjectTypes
    ? ObjectTypes[Lowercase<Type>]
    : Lowercase<Type> extends keyof ObjectTypeAliases
      ? ObjectTypes[ObjectTypeAliases[Lowercase<Type>]]
      : RecordProperties;

/** Any string. Editors suggest the names of the object type's properties. */
export type PropertyName<Type extends string> = (keyof PropertiesOf<Type> & string) | (string & {});

/** Values by the names of the object type's properties, for an intersection with a type that accepts other names. */
export type ByProperty<Type extends string, Value> = string extends Type ? unknown : { [Name in keyof PropertiesOf<Type>]?: Value };

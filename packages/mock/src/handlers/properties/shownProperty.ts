import type { Property } from "@crm-platform/types";
import type { PropertyDefinition } from "../../store/records/recordStore.ts";
import { timestampOf } from "../common/timestamps.ts";
import { defaultFieldTypes, defaultGroup, isBuiltIn } from "../records/builtInProperties.ts";
import { isReadOnly } from "../records/definitions.ts";

export function shownProperty(objectType: string, definition: PropertyDefinition): Property {
  const {
    name,
    type = "string",
    unique,
    options = [],
    createdAt,
    updatedAt,
    archivedAt,
    readOnly: _,
    derivedFrom: __,
    ...rest
  } = definition;
  const builtIn = isBuiltIn(objectType, name);
  const moments = Object.entries({ createdAt, updatedAt, archivedAt }).filter(([, moment]) => moment !== undefined);
  return {
    label: name,
    fieldType: defaultFieldTypes[type],
    groupName: defaultGroup(objectType),
    description: "",
    hidden: false,
    displayOrder: -1,
    formField: false,
    externalOptions: false,
    ...rest,
    name,
    type,
    options: options.map((option) => ({ ...option })),
    hasUniqueValue: unique,
    calculated: definition.fieldType === "calculation_equation",
    dataSensitivity: "non_sensitive",
    serviceDefined: builtIn,
    archived: archivedAt !== undefined,
    ...Object.fromEntries(moments.map(([field, moment]) => [field, timestampOf(Number(moment))])),
    modificationMetadata: {
      archivable: !builtIn,
      readOnlyDefinition: builtIn,
      readOnlyOptions: builtIn,
      readOnlyValue: isReadOnly(definition),
    },
  };
}

import type { Property } from "@crm-platform/types";
import type { PropertyDefinition } from "../../store/records/recordStore.ts";
import { timestampOf } from "../common/timestamps.ts";
import { defaultFieldTypes, defaultGroup } from "../records/builtInProperties.ts";
import { isCalculated, isReadOnly } from "../records/definitions.ts";

export function shownProperty(objectType: string, definition: PropertyDefinition): Property {
  const {
    name,
    type = "string",
    unique,
    isBuiltIn = false,
    options = [],
    createdAt,
    updatedAt,
    archivedAt,
    readOnly: _,
    derivedFrom: __,
    ...rest
  } = definition;
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
    calculated: isCalculated(definition),
    dataSensitivity: "non_sensitive",
    serviceDefined: isBuiltIn,
    archived: archivedAt !== undefined,
    ...Object.fromEntries(moments.map(([field, moment]) => [field, timestampOf(Number(moment))])),
    modificationMetadata: {
      archivable: !isBuiltIn,
      readOnlyDefinition: isBuiltIn,
      readOnlyOptions: isBuiltIn,
      readOnlyValue: isReadOnly(definition),
    },
  };
}

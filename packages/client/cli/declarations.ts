import type { Property } from "@crm-platform/types";
import type { OwnTypes } from "./account.ts";

/** Options of a property that its comment lists. */
const maxListedOptions = 20;

/** Returns a module augmentation. Names, labels and options are untrusted. The same properties, in any order, always give the same text. */
export function declarationsOf(types: readonly OwnTypes[]): string {
  const sorted = types
    .map((type) => ({ ...type, interfaceName: interfaceOf(type) }))
    .sort((one, other) => compare(one.interfaceName, other.interfaceName));
  const interfaces = sorted.map(({ interfaceName, customId, properties }) => {
    const members = [...properties].sort((one, other) => compare(one.name, other.name)).map(member);
    return `  interface ${interfaceName}${customId === undefined ? "" : " extends RecordProperties"} {\n${members.join("")}  }\n`;
  });
  const custom = sorted.flatMap(({ interfaceName, customId = [], customNames = [] }) =>
    [customId, customNames].flat().map((name) => `    ${propertyKey(name)}: ${interfaceName};\n`),
  );
  const parts = custom.length === 0 ? interfaces : [...interfaces, `  interface ObjectTypes {\n${custom.join("")}  }\n`];
  return `// Written by crm-platform-types. To update this file, run the command again.

${custom.length === 0 ? "export {};" : 'import type { RecordProperties } from "@crm-platform/client";'}

declare module "@crm-platform/client" {
${parts.join("\n")}}
`;
}

/** The number of a custom type's id keeps its interface apart from those of other types. */
function interfaceOf({ singular, customId = "" }: OwnTypes): string {
  const words = singular.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${customId === "" ? "" : "Custom"}${words.join("")}${customId.replace(/^2-/, "_")}Properties`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function member({ name, label, options, modificationMetadata }: Property): string {
  const access = modificationMetadata?.readOnlyValue ? "(read-only)" : "";
  const values = options.length <= maxListedOptions ? options.map(({ value }) => `\`${value}\``).join(", ") : "";
  const text = [label, access, values && `– ${values}`].filter(Boolean).join(" ");
  return `    /** ${commentText(text)} */\n    ${propertyKey(name)}?: string;\n`;
}

/** Returns one line that cannot end the comment, contain a tag, or change the direction of the text after it. */
function commentText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll("*/", "*\\/")
    .replace(/@/g, "\\@")
    .trim();
}

function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name).replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

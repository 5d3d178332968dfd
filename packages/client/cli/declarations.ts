import type { Property } from "@crm-platform/types";
import type { OwnTypes } from "./account.ts";

/** Options of a property that its comment lists. */
const maxListedOptions = 20;

/** Returns a module augmentation. Names, labels and options are untrusted. The same properties, in any order, always give the same text. */
export function declarationsOf(types: readonly OwnTypes[]): string {
  const interfaces = types.map(({ singular, properties }) => {
    const members = [...properties].sort((one, other) => (one.name < other.name ? -1 : 1)).map(member);
    return `  interface ${interfaceOf(singular)} {\n${members.join("")}  }\n`;
  });
  return `// Written by crm-platform-types. To update this file, run the command again.

export {};

declare module "@crm-platform/client" {
${interfaces.join("\n")}}
`;
}

function interfaceOf(singular: string): string {
  const words = singular.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("")}Properties`;
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

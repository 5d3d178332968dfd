import type { Operation, PathParameter } from "../model/model.ts";
import { oneLine, prose } from "./source.ts";

/** More scopes than this are counted, not listed. */
const listedScopes = 6;

/** What an editor shows for an operation: what it does, what it needs, what it answers, and when it ends. */
export function operationDocumentation(operation: Operation): string[] {
  const { summary, description, method, path, results, sunset, deprecated } = operation;
  return [
    summary === "" ? "" : prose(`${summary}.`).replace(/\.\.$/, "."),
    "",
    prose(description),
    "",
    `\`${method} ${path}\``,
    "",
    scopeSentence(operation),
    ...operation.limits.map(
      ({ pointer, maxItems }) => `- Limit: at most ${maxItems} items${pointer === "" ? "" : ` in \`${pointer.slice(1)}\``}.`,
    ),
    ...results.map(({ status, description: text }) => `- ${status}: ${oneLine(text)}`),
    "",
    ...operation.pathParameters.flatMap(parameterTag),
    ...(deprecated ? [`@deprecated ${sunsetSentence(sunset)}`] : []),
  ];
}

function parameterTag({ identifier, description }: PathParameter): string[] {
  return description === "" ? [] : [`@param ${identifier} ${oneLine(description)}`];
}

function scopeSentence({ authentication, scopes }: Operation): string {
  if (authentication === "none") return "- Access token: none needed.";
  if (authentication === "optional") return "- Access token: can be sent, and need not be.";
  if (scopes.length === 0) return "- Access token: needed, with no particular scope.";
  if (scopes.length === 1) return `- Scope: \`${scopes[0]}\`.`;
  if (scopes.length <= listedScopes) return `- Any one of the scopes ${scopes.map((scope) => `\`${scope}\``).join(", ")}.`;
  return `- Any one of ${scopes.length} scopes, for example \`${scopes[0]}\`.`;
}

function sunsetSentence(sunset: Operation["sunset"]): string {
  if (sunset === undefined) return "No date has been announced.";
  const { date, replacement } = sunset;
  if (date === null && replacement === null) return "No end has been announced, nor a replacement.";
  const end = date === null ? "No end has been announced." : `Ends on ${date}.`;
  return `${end} ${replacement === null ? "No replacement has been announced." : `Instead: ${oneLine(replacement)}`}`;
}

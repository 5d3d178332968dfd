/** Completes the beginning of a JSON text: removes its last, incomplete value, and closes the lists and objects around it. */
export function withoutIncompleteValue(start: string): string {
  const open: string[] = [];
  let end = 0;
  let closing = "";
  for (let index = 0; index < start.length; index += 1) {
    const character = start[index];
    if (character === '"') {
      index = endOfString(start, index + 1);
      continue;
    }
    if (character === "{" || character === "[") open.push(character === "{" ? "}" : "]");
    else if (character === "}" || character === "]") open.pop();
    else if (character !== ",") continue;
    end = character === "," ? index : index + 1;
    closing = open.toReversed().join("");
  }
  return end === 0 ? "null" : start.slice(0, end) + closing;
}

function endOfString(text: string, from: number): number {
  let index = from;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}

import { cut } from "../cut.tsx";

/**
 * How wide characters are at most in the usual types, in parts of their size; the first row that fits counts. Most marks have no
 * width, but there may be any number of them.
 */
const widths: readonly (readonly [characters: RegExp, width: number])[] = [
  [/^[\p{M}\p{Cf}]$/u, 0.4],
  [/^[ijlIJ.,:;'|! `-]$/u, 0.37],
  [/^[frt()[\]/\\]$/u, 0.42],
  [/^[mwMW@%…—]$/u, 1.05],
  [/^[a-z0-9_"*?$]$/u, 0.64],
  [/^[\u0020-\u024f★]$/u, 0.85],
];
/** Of whatever is in no row: ideographs are square, pictures a little wider. */
const widest = 1.4;

/**
 * A text as it has room in a drawing, which breaks no lines and cannot ask how wide a text is.
 * @param room in the units of the drawing
 * @param size of the type, in the same units
 */
export function fittedText(text: string, room: number, size: number): string {
  let left = room / size;
  let length = 0;
  let fitting = 0;
  for (const character of text) {
    left -= widthOf(character);
    if (left < 0) return `${cut(text, fitting)}…`;
    length += character.length;
    // From here on there would be no room for the mark of the cut.
    if (left >= widthOf("…")) fitting = length;
  }
  return text;
}

function widthOf(character: string): number {
  return widths.find(([characters]) => characters.test(character))?.[1] ?? widest;
}

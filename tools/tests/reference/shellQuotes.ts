/** What is quoted in a program for a shell: between two quotes of a kind, or behind a backslash. */
const quoted = /"(?:[^"\\]|\\.)*"|'[^']*'|\\(?:.|\n)/gs;

/**
 * The words of a program for a shell that have a sign without quotes which shells understand differently: zsh takes a `?` in an
 * address for a pattern of file names and refuses to go on, and `&` cuts a command in two everywhere.
 */
export function badlyQuoted(program: string): string[] {
  const words = program
    .replaceAll(/^\s*#.*$/gm, "")
    .replaceAll(quoted, '""')
    .split(/\s+/);
  return words.filter((word) => /[?*[\]&;|<>(){}$`~]/.test(word));
}

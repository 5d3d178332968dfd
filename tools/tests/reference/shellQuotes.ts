const quoted = /"(?:[^"\\]|\\.)*"|'[^']*'|\\(?:.|\n)/gs;

/**
 * Returns the words of a shell script that contain unquoted special characters. Shells treat these differently: for example, zsh reads a
 * `?` in a URL as a pattern for file names and fails, and `&` ends the command in every shell.
 */
export function badlyQuoted(program: string): string[] {
  const words = program
    .replaceAll(/^\s*#.*$/gm, "")
    .replaceAll(quoted, '""')
    .split(/\s+/);
  return words.filter((word) => /[?*[\]&;|<>(){}$`~]/.test(word));
}

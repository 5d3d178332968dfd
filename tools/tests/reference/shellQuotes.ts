const quotePattern = /"(?:[^"\\]|\\.)*"|'[^']*'|\\(?:.|\n)/gs;

/** Shells treat unquoted special characters differently: zsh reads a `?` in a URL as a file pattern and fails. */
export function badlyQuoted(program: string): string[] {
  const words = program
    .replaceAll(/^\s*#.*$/gm, "")
    .replaceAll(quotePattern, '""')
    .split(/\s+/);
  return words.filter((word) => /[?*[\]&;|<>(){}$`~]/.test(word));
}

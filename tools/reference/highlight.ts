const patterns: Readonly<Record<string, RegExp>> = {
  ts: /(?<comment>\/\/.*)|(?<string>"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\b(?<keyword>as|async|await|break|const|catch|else|export|for|from|function|if|import|in|instanceof|let|new|of|return|throw|try|type|typeof|while)\b/g,
  sh: /(?<comment>(?<=^|\s)#.*)|(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|(?<keyword>(?<=^|\s)--?[a-z][\w-]*)/gm,
  json: /(?<keyword>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")/g,
};

export function highlight(source: string, language: string): string {
  const pattern = patterns[language];
  if (pattern === undefined) return escapeHtml(source);
  let html = "";
  let end = 0;
  for (const match of source.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ["other"];
    html += `${escapeHtml(source.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(source.slice(end));
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Indents JSON by its own tokens: parsing and printing would round long numbers and drop repeated keys. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;
const INDENT = '  ';
/** Deeper nesting is indented no further: the spaces alone would be many times the document. */
const MAX_DEPTH = 40;

/** Text that is laid out already stays as it is; one line becomes many, two spaces a level. */
export function indentJson(text: string): string {
  if (/[\r\n]/.test(text)) return text.replace(/\r\n?/g, '\n');
  const tokens = text.match(TOKEN) ?? [];
  const parts: string[] = [];
  let depth = 0;
  const newLine = (): void => {
    parts.push('\n', INDENT.repeat(Math.min(depth, MAX_DEPTH)));
  };
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1] ?? '';
    if (token === '}' || token === ']') {
      depth--;
      if (previous !== '{' && previous !== '[') newLine();
    } else if (previous === '{' || previous === '[' || previous === ',') {
      newLine();
    }
    parts.push(token);
    if (token === '{' || token === '[') depth++;
    if (token === ':') parts.push(' ');
  }
  return parts.join('');
}

/** Indents JSON by its own tokens: parsing and printing would round long numbers and drop repeated keys. */
import { outputLimit } from '../../output-limit.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;
const INDENT = '  ';
/** What lies deeper stays on the line of what holds it. */
const MAX_DEPTH = 40;
/** Line feeds and spaces may come to so many times the text: deep in a text of short values they would be nearly all there is. */
const MAX_GROWTH = 8;
/** As long as this is every text taken for. */
const SHORT = 4096;
/** Of the limit of output, so much stays for the fence. */
const FENCE = 1024;

/**
 * Text that is laid out already stays as it is; one line becomes many, two spaces a level, as deep as {@link MAX_GROWTH} and
 * the limit of output allow: not to be laid out is better than not to be shown.
 */
export function indentJson(text: string): string {
  if (/[\r\n]/.test(text)) return text.replace(/\r\n?/g, '\n');
  const tokens = text.match(TOKEN) ?? [];
  const spaces = tokens.reduce((sum, token) => sum + Number(token === ':'), 0);
  const room = outputLimit() - Buffer.byteLength(text) - spaces - FENCE;
  const deepest = deepestLaidOut(tokens, Math.min(room, Math.max(SHORT, text.length) * MAX_GROWTH));
  const parts: string[] = [];
  eachToken(tokens, (token, level, indent) => {
    if (level !== null && level <= deepest) parts.push('\n', INDENT.repeat(indent));
    parts.push(token);
    if (token === ':') parts.push(' ');
  });
  return parts.join('');
}

/** The level down to which all line feeds and spaces come to no more than `most`. */
function deepestLaidOut(tokens: readonly string[], most: number): number {
  const costs = Array.from({ length: MAX_DEPTH }, () => 0);
  eachToken(tokens, (_token, level, indent) => {
    if (level !== null && level <= MAX_DEPTH) costs[level - 1] = (costs[level - 1] ?? 0) + 1 + indent * INDENT.length;
  });
  let sum = 0;
  const tooDeep = costs.findIndex((cost) => (sum += cost) > most);
  return tooDeep < 0 ? MAX_DEPTH : tooDeep;
}

/** `level` counts the brackets around the line that begins before a token, from 1; it is `null` where none does. */
function eachToken(
  tokens: readonly string[],
  use: (token: string, level: number | null, indent: number) => void,
): void {
  let depth = 0;
  let previous = '';
  for (const token of tokens) {
    const isFirst = previous === '{' || previous === '[';
    if (token === '}' || token === ']') {
      use(token, isFirst ? null : depth, depth - 1);
      depth--;
    } else {
      use(token, isFirst || (previous === ',' && depth > 0) ? depth : null, depth);
    }
    if (token === '{' || token === '[') depth++;
    previous = token;
  }
}

/** Indents JSON by its tokens: parsing and printing would round long numbers and drop duplicate keys. */
import { outputLimit } from '../../documents/output-limit.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;
const INDENT = '  ';
/** Deeper values stay on the line of their container. */
const MAX_DEPTH = 40;
/** Limit on added white space, as a multiple of the text: with deep nesting and short values it would dominate. */
const MAX_GROWTH = 8;
/** Shorter texts are treated as this long. */
const SHORT = 4096;
/** Part of the output limit reserved for the fence. */
const FENCE = 1024;

/**
 * Leaves formatted text unchanged. Splits a single line into many, with two spaces per level, as deep as {@link
 * MAX_GROWTH} and the output limit allow: unformatted output is better than none.
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

/** The deepest level whose white space adds up to no more than `most`. */
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

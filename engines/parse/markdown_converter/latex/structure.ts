/** Expanded LaTeX with the ends of its groups and environments. */
import { SearchOnce } from '../shared/markup/search-once.ts';
import type { Token } from './tokens.ts';

/** Tokens from `start` up to `end`, exclusive, and the index after them. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** Tokens in which the end of an optional argument is looked for. */
const MAX_OPTION = 100;

/** Tokens of a name. */
const MAX_NAME = 100;

export class Structure {
  readonly tokens: readonly Token[];
  /** Index of the closing token of each `{` and `\begin`; -1 for other tokens and unclosed ones. */
  readonly #ends: Int32Array;
  readonly #search: SearchOnce;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
    this.#search = new SearchOnce(tokens);
    this.#ends = endsOf(tokens);
  }

  /** Index of the token that closes the one at `at`, or `limit` when that comes first. */
  endOf(at: number, limit: number): number {
    const end = this.#ends[at] ?? -1;
    return end < 0 || end > limit ? limit : end;
  }

  /** The index after a token and, if it opens something, after what it opens. */
  after(at: number): number {
    return Math.max(at, this.#ends[at] ?? -1) + 1;
  }

  /** The group at `at`, or the single token there. */
  argument(at: number, limit: number): Range {
    const start = this.skipSpace(at, limit);
    if (start >= limit) return { start: limit, end: limit, next: limit };
    if (this.tokens[start] !== '{') return { start, end: start + 1, next: start + 1 };
    const end = this.endOf(start, limit);
    return { start: start + 1, end, next: Math.min(end + 1, limit) };
  }

  /** What brackets at `at` hold; `null` without brackets, or when nothing closes them in the paragraph. */
  optional(at: number, limit: number): Range | null {
    if (this.tokens[at] !== '[') return null;
    const last = Math.min(limit, at + MAX_OPTION);
    for (let index = at + 1; index < last; index = this.after(index)) {
      if (this.tokens[index] === ']') return { start: at + 1, end: index, next: index + 1 };
      if (this.tokens[index] === '\n\n') break;
    }
    return null;
  }

  skipSpace(at: number, limit: number): number {
    let index = at;
    while (index < limit && this.tokens[index] === ' ') index++;
    return index;
  }

  /** Index of the next such token; -1 when there is none before `limit`. */
  find(token: string, from: number, limit: number): number {
    const at = this.#search.find(token, from);
    return at < limit ? at : -1;
  }

  /** The source of an argument that is a name: the beginning of a longer one, since one may hold all others. */
  name({ start, end }: Range): string {
    return this.raw(start, Math.min(end, start + MAX_NAME)).trim();
  }

  /** The source of a range. */
  raw(start: number, end: number): string {
    let raw = '';
    let previous = '';
    for (const token of this.tokens.slice(start, end)) {
      const written = typeof token === 'string' ? token : token.code;
      // An expanded parameter may have lost the space that ended a command.
      raw += /^\\[A-Za-z@]+$/.test(previous) && /^[A-Za-z]/.test(written) ? ` ${written}` : written;
      previous = written;
    }
    return raw;
  }
}

function endsOf(tokens: readonly Token[]): Int32Array {
  const ends = new Int32Array(tokens.length).fill(-1);
  const braces: number[] = [];
  const environments: { readonly name: string; readonly at: number }[] = [];
  const open = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (typeof token !== 'string') continue;
    if (token === '{') braces.push(index);
    else if (token === '}') ends[braces.pop() ?? index] = index;
    const [, side, name = ''] = token.length > 5 ? (/^\\(begin|end)\{(.*)\}$/.exec(token) ?? []) : [];
    if (side === 'begin') {
      environments.push({ name, at: index });
      open.set(name, (open.get(name) ?? 0) + 1);
    }
    // An end without a beginning is skipped; beginnings without an end are closed by that of an outer environment.
    if (side !== 'end' || (open.get(name) ?? 0) === 0) continue;
    for (let last = environments.pop(); last !== undefined; last = environments.pop()) {
      open.set(last.name, (open.get(last.name) ?? 1) - 1);
      ends[last.at] = index;
      if (last.name === name) break;
    }
  }
  return ends;
}

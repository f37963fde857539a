/** Helpers for sticky patterns, which match at one position only. */

/** Where a match at `at` ends; `null` when there is none. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** The same, and `at` when there is none. */
export function skip(pattern: RegExp, text: string, at: number): number {
  return endOfMatch(pattern, text, at) ?? at;
}

/** The match at `at`; empty when there is none. */
export function take(pattern: RegExp, text: string, at: number): string {
  return text.slice(at, skip(pattern, text, at));
}

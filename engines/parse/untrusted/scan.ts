/** Sticky patterns, matched at one place of a text and nowhere behind it. */

/** Where a match at `at` ends; `null` when there is none. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** The same, and `at` when there is none. */
export function skip(pattern: RegExp, text: string, at: number): number {
  return endOfMatch(pattern, text, at) ?? at;
}

/** What stands at `at`; empty when it does not match. */
export function take(pattern: RegExp, text: string, at: number): string {
  return text.slice(at, skip(pattern, text, at));
}

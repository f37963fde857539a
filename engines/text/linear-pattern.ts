/** Regular expressions that callers write, in the syntax of RE2: no lookaround, no back references, and linear time. */
import { RE2JS } from 're2js';

export interface PatternOptions {
  readonly ignoresCase: boolean;
}

/** Throws for what is no regular expression of RE2. A point matches the ends of lines, too. */
export const compilePattern = (pattern: string, { ignoresCase }: PatternOptions): RE2JS =>
  RE2JS.compile(pattern, RE2JS.DOTALL | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0));

export function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}

/** What a perturbation of a text is. Each kind is one file. */
import type { Random } from '../random.ts';

/** What was replaced: a span of the text before, and what stands there now. */
export interface Edit {
  /** UTF-16 code units of the text before. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Perturbation {
  /**
   * Whether a right answer stays right: a system under test should answer `same` texts as before, and should not answer
   * `changed` ones as before.
   */
  readonly meaning: 'same' | 'changed';
  /** In words. */
  readonly description: string;
  /**
   * The edits, in order and apart; none when the text gives no occasion. `strength`: share of the occasions that are
   * taken, over 0 up to 1.
   */
  readonly edits: (text: string, strength: number, random: Random) => readonly Edit[];
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let [result, at] = ['', 0];
  for (const { start, end, text: replacement } of edits) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** The occasions that are taken: the share of them, at least one if there is any; in order. */
export function taken<T>(occasions: readonly T[], strength: number, random: Random): readonly T[] {
  const wanted = Math.ceil(occasions.length * strength);
  let [left, open] = [wanted, occasions.length];
  // Selection sampling (Knuth 3.4.2, algorithm S).
  return occasions.filter(() => {
    const isTaken = random() * open < left;
    open--;
    if (isTaken) left--;
    return isTaken;
  });
}

/** In which order passages are asked about. */
import type { TextRange } from '../../text/sentences.ts';
import { randomAt, shuffled } from '../random.ts';
import { eachPassage } from './each-passage.ts';
import { sentencesIn } from './passages.ts';
import type { Passage } from './passages.ts';

export interface Visit {
  readonly passage: Passage;
  /** Of the passage, among all. */
  readonly place: number;
  /** UTF-16 code units of the text of its source. */
  readonly sentences: readonly TextRange[];
}

/** More on one passage ask for ever smaller things. */
export const MOST_VISITS = 6;

/** All passages are visited once before one is visited again; each as often as it has sentences, at most. */
export async function visitsOf(passages: readonly Passage[], seed: number): Promise<readonly Visit[]> {
  const all: Visit[] = [];
  for await (const [place, passage] of eachPassage(passages)) {
    all.push({ passage, place, sentences: sentencesIn(passage) });
  }
  return Array.from({ length: MOST_VISITS }, (_, round) => {
    const open = all.filter(({ sentences }) => sentences.length > round);
    return shuffled(open, randomAt(seed, ['passages', round]));
  }).flat();
}

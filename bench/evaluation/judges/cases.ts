/** Cases with labels of people, and cases in which there is nothing to judge. */
import { faithfulnessSets } from '../sets/faithfulness.ts';
import { sampleOf } from '../sets/files.ts';
import type { Folders } from '../sets/files.ts';
import type { JudgedSummary } from '../sets/judged.ts';

/** A sample of each set, except of summaries, for whose answers there is no question. */
export function judgedCases(folders: Folders, perSet: number): JudgedSummary[] {
  const answers = faithfulnessSets(folders).filter(({ isFitted, question }) => !isFitted && question !== '');
  return [...Map.groupBy(answers, ({ set }) => set).values()].flatMap((set) =>
    sampleOf(set, perSet, ({ question, answer }) => `${question}\n${answer}`),
  );
}

/** Answers that claim nothing. */
const EMPTY = ['', '…', 'I do not know.', 'Sorry, I cannot help with that.', 'There is no information about this.'];

/** They are neither right nor wrong: a score of 1 would be one for saying nothing. */
export const withoutClaims = (cases: readonly JudgedSummary[]): JudgedSummary[] =>
  cases.slice(0, 4).flatMap((some) => EMPTY.map((answer) => ({ ...some, answer })));

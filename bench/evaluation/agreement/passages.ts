/** Agreement of the built-in judge of retrieved passages. */
import { helpsAnswer, helpsQuestion, RELEVANT } from '../../../engines/evaluation/judges/built-in/passages.ts';
import { contextRecall } from '../../../engines/evaluation/metrics/rag/context-recall.ts';
import type { AuditedCase } from '../../../engines/statistics/audit.ts';
import { measurePassages } from '../passage-measures.ts';
import type { MeasuredPassage } from '../passage-measures.ts';
import type { Folders } from '../sets/files.ts';
import { passageSets } from '../sets/passages.ts';
import type { JudgedPassage } from '../sets/passages.ts';
import { measureCases } from '../vectors.ts';
import type { VectorsOf } from '../vectors.ts';
import { aucRow, kappaRow } from './row.ts';
import type { AgreementRow } from './row.ts';

export async function* passageRows(folders: Folders, vectorsOf: VectorsOf): AsyncGenerator<AgreementRow> {
  const passages = passageSets(folders).filter(({ isFitted }) => !isFitted);
  if (passages.length === 0) return;
  for (const [set, rows] of Map.groupBy(await measurePassages(passages, vectorsOf), (row) => row.set)) {
    yield* rowsOf('rag.context_precision', `${set}, passages`, rows, ({ forAnswer, found }) =>
      helpsAnswer(forAnswer, found),
    );
    yield* rowsOf('rag.context_relevance', `${set}, passages`, rows, ({ forQuestion }) => helpsQuestion(forQuestion));
    yield* await recallRows(set, rows, vectorsOf);
  }
}

function* rowsOf(
  metric: string,
  dataset: string,
  passages: readonly MeasuredPassage[],
  score: (passage: MeasuredPassage) => number,
): Generator<AgreementRow> {
  const cases = passages.map((row): AuditedCase => ({
    group: row.question,
    label: Number(row.isRelevant),
    isGood: row.isRelevant,
    score: score(row),
    length: row.passage.length,
  }));
  yield* aucRow({ metric, dataset }, cases);
  yield* kappaRow({ metric, dataset }, cases, RELEVANT);
}

/** Answers without a text of their own. */
const YES_OR_NO = /^(?:yes|no)$/i;

/** All passages of a question, and the same without those that have the answer. */
async function recallRows(
  dataset: string,
  passages: readonly JudgedPassage[],
  vectorsOf: VectorsOf,
): Promise<AgreementRow[]> {
  const cases = [...Map.groupBy(passages, ({ question }) => question)].flatMap(([question, all]) => {
    const [{ expected } = { expected: [] }] = all;
    const [expected_output = '', ...accepted_outputs] = expected;
    const hasAnswer = ({ passage, isRelevant }: JudgedPassage): boolean =>
      isRelevant && expected.some((answer) => spaced(passage).includes(spaced(answer)));
    const without = all.filter((passage) => !hasAnswer(passage));
    if (without.length === all.length || YES_OR_NO.test(expected_output)) return [];
    return [all, without].map((some) => ({
      isGood: some === all,
      subject: {
        user_input: question,
        expected_output,
        accepted_outputs,
        retrieval_contexts: some.map(({ passage }) => passage),
      },
    }));
  });
  const measured = await measureCases(
    contextRecall,
    cases.map(({ subject }) => subject),
    vectorsOf,
  );
  const audited = cases.flatMap(({ isGood, subject }, index): AuditedCase[] => {
    const found = measured[index];
    const length = subject.retrieval_contexts.join('').length;
    const common = { group: subject.user_input, label: Number(isGood), isGood, length };
    return found !== undefined && 'score' in found ? [{ ...common, score: found.score }] : [];
  });
  const about = { metric: contextRecall.key, dataset: `${dataset}, with and without the passage of the answer` };
  return [...aucRow(about, audited), ...kappaRow(about, audited, contextRecall.threshold ?? 0)];
}

/** Its words, each between blanks. */
const spaced = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/**
 * Agreement of the built-in judge of answer relevance. Nothing is fitted: both halves are measured, the second was
 * looked at last.
 */
import { answerRelevance } from '../../../engines/evaluation/metrics/rag/answer-relevance.ts';
import type { AuditedCase } from '../../../engines/statistics/audit.ts';
import { measureCases } from '../vectors.ts';
import type { VectorsOf } from '../vectors.ts';
import type { Folders } from '../sets/files.ts';
import type { JudgedAnswer } from '../sets/judged.ts';
import { echoes, evasions, nearestPairs, randomPairs, relevantAnswers } from '../sets/relevance.ts';
import { aucRow, kappaRow, shareRow } from './row.ts';
import type { AgreementRow } from './row.ts';

const METRIC = answerRelevance.key;
const THRESHOLD = answerRelevance.threshold ?? 0;

export async function* relevanceRows(folders: Folders, vectorsOf: VectorsOf): AsyncGenerator<AgreementRow> {
  const answers = relevantAnswers(folders, false);
  if (answers.length === 0) return;
  const vectorOf = await vectorsOf(answers.map(({ question }) => question));
  const pairs = [
    { cases: randomPairs(answers), goal: 0.98 },
    {
      cases: nearestPairs(
        answers,
        answers.map(({ question }) => vectorOf(question)),
      ),
      goal: 0.95,
    },
  ];
  for (const { cases, goal } of pairs) {
    const measured = await measure(cases, vectorsOf);
    const about = { metric: METRIC, dataset: `EVOUNA, ${cases[0]?.set ?? ''}` };
    const scored = measured.filter(({ score }) => score !== null);
    const good = measured.filter(({ isGood }) => isGood);
    const unmeasuredGood = good.filter(({ score }) => score === null).length / good.length;
    yield* aucRow({ ...about, goal, unmeasuredGood }, scored.map(withScore));
    yield* kappaRow(about, scored.map(withScore), THRESHOLD);
  }
  for (const cases of [echoes(answers), evasions(answers, 'measured')]) {
    const measured = await measure(cases, vectorsOf);
    const caught = measured.filter(({ score }) => score === null || score < THRESHOLD).length;
    const full = measured.filter(({ score }) => score === 1).length;
    const about = { metric: METRIC, dataset: `EVOUNA, ${cases[0]?.set ?? ''}` };
    yield* shareRow({ ...about, goal: 0.95 }, 'caught', caught, measured.length);
    yield* shareRow(about, 'score of 1', full, measured.length);
  }
}

interface Measured extends Omit<AuditedCase, 'score'> {
  /** `null`: unmeasured. */
  readonly score: number | null;
}

const withScore = ({ score, ...audited }: Measured): AuditedCase => ({ ...audited, score: score ?? 0 });

async function measure(answers: readonly JudgedAnswer[], vectorsOf: VectorsOf): Promise<Measured[]> {
  const subjects = answers.map(({ question, answer }) => ({ user_input: question, actual_output: answer }));
  const measured = await measureCases(answerRelevance, subjects, vectorsOf);
  return answers.map(({ question, answer, isRight }, index) => {
    const found = measured[index];
    const score = found !== undefined && 'score' in found ? found.score : null;
    return { group: question, label: Number(isRight), isGood: isRight, score, length: answer.length };
  });
}

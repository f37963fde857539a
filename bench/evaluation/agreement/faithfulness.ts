/** Agreement of the built-in judge of faithfulness. An answer is as good as its worst claim. */
import { judgeCitations } from '../../../engines/evaluation/judges/built-in/citations.ts';
import { judgeFaithfulness, SUPPORTED } from '../../../engines/evaluation/judges/built-in/faithfulness.ts';
import type { Faithfulness } from '../../../engines/evaluation/judges/built-in/faithfulness.ts';
import type { AuditedCase } from '../../../engines/statistics/audit.ts';
import { alteredSummaries, faithfulnessSets, pairsOfLikeLength, wrongSpans } from '../sets/faithfulness.ts';
import type { Folders } from '../sets/files.ts';
import type { JudgedSummary } from '../sets/judged.ts';
import { aucRow, kappaRow } from './row.ts';
import type { AgreementRow } from './row.ts';

const GOALS: ReadonlyMap<string, number> = new Map([
  ['HaluEval-QA', 0.9],
  ['HaluEval-QA, pairs of like length', 0.85],
  ['BEGIN Wizard of Wikipedia', 0.88],
  ['BEGIN CMU-DoG', 0.88],
  ['BEGIN TopicalChat', 0.88],
  ['QAGS CNN/DM', 0.74],
]);

export function* faithfulnessRows(folders: Folders): Generator<AgreementRow> {
  const answers = faithfulnessSets(folders).filter(({ isFitted }) => !isFitted);
  const noQuestion = answers
    .filter(({ set }) => set.startsWith('BEGIN'))
    .map((answer) => ({ ...answer, set: 'BEGIN without the question', question: '' }));
  const all = [
    ...answers,
    ...pairsOfLikeLength(answers),
    ...wrongSpans(answers),
    ...noQuestion,
    ...alteredSummaries(folders),
  ];
  for (const [dataset, set] of Map.groupBy(all, (answer) => answer.set)) yield* rowsOf(dataset, set);
  yield* citationRows(answers);
}

/** Of all answers, and of those that the metric measures by default. */
function* rowsOf(dataset: string, answers: readonly JudgedSummary[]): Generator<AgreementRow> {
  const judged = answers.flatMap((answer) => {
    const verdict = judgeFaithfulness(answer.question, answer.answer, answer.contexts);
    return typeof verdict === 'string' ? [] : [{ answer, verdict }];
  });
  const good = judged.filter(({ answer }) => answer.isRight);
  const measured = judged.filter(({ verdict }) => verdict.limit === null);
  const about = { metric: 'rag.faithfulness', dataset };
  const cases = judged.map(audited);
  const unmeasuredGood = good.filter(({ verdict }) => verdict.limit !== null).length / good.length;
  yield* aucRow({ ...about, unmeasuredGood, goal: GOALS.get(dataset) ?? null }, cases);
  yield* kappaRow(about, cases, SUPPORTED);
  if (measured.length < judged.length)
    yield* aucRow({ ...about, dataset: `${dataset}, measured by default` }, measured.map(audited));
}

const audited = ({
  answer: { answer, contexts, isRight },
  verdict,
}: {
  readonly answer: JudgedSummary;
  readonly verdict: Faithfulness;
}): AuditedCase => ({
  group: contexts.join('\n'),
  label: Number(isRight),
  isGood: isRight,
  score: 1 - verdict.hallucination,
  length: answer.length,
});

/** Passages beside the one that is cited. */
const PASSAGES = 4;

/** Attributable responses of BEGIN that cite their own passage, and the same that cite another one. */
function citationRows(answers: readonly JudgedSummary[]): AgreementRow[] {
  const right = answers.filter(({ set, isRight }) => set === 'BEGIN Wizard of Wikipedia' && isRight);
  const cases = right.flatMap(({ question, answer, contexts: [own = ''] }, index): AuditedCase[] => {
    const passages = [own, ...Array.from({ length: PASSAGES }, (_other, at) => otherThan(own, right, index + at + 1))];
    return [1, 2].flatMap((cited) => {
      const judged = judgeCitations(question, `${answer} [${cited}]`, passages);
      const label = cited === 1 ? 1 : 0;
      return judged === null
        ? []
        : [{ group: own, label, isGood: label === 1, score: judged.score, length: answer.length }];
    });
  });
  const about = { metric: 'rag.citation_support', dataset: 'BEGIN Wizard of Wikipedia, own or another passage cited' };
  return [...aucRow(about, cases), ...kappaRow(about, cases, SUPPORTED)];
}

function otherThan(own: string, answers: readonly JudgedSummary[], from: number): string {
  for (let at = from; at < from + answers.length; at++) {
    const [passage = ''] = answers[at % answers.length]?.contexts ?? [];
    if (passage !== own) return passage;
  }
  return '';
}

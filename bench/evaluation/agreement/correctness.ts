/** Agreement of the built-in judge of correctness. */
import { judgeCorrectness } from '../../../engines/evaluation/judges/built-in/correctness.ts';
import type { AuditedCase } from '../../../engines/statistics/audit.ts';
import { tokenF1 } from '../../../engines/evaluation/overlap/token-f1.ts';
import { correctnessSets } from '../sets/correctness.ts';
import type { Folders } from '../sets/files.ts';
import type { JudgedFact } from '../sets/judged.ts';
import { aucRow, kappaRow } from './row.ts';
import type { AgreementRow } from './row.ts';

/** Of the metric. */
const THRESHOLD = 0.5;

export function* correctnessRows(folders: Folders): Generator<AgreementRow> {
  const facts = correctnessSets(folders).filter(({ isFitted }) => !isFitted);
  yield* judgedRows('EVOUNA', facts, { auc: 0.95, kappa: 0.78 });
  for (const [dataset, set] of Map.groupBy(facts, (fact) => fact.set)) {
    yield* judgedRows(dataset, set, { auc: null, kappa: null });
    const contained = set.map((fact) => audited(fact, isContained(fact) ? 1 : 0));
    yield* kappaRow({ metric: 'text.contains', dataset }, contained, 1);
    const f1 = set.map((fact) =>
      audited(fact, Math.max(...fact.expected.map((expected) => tokenF1({ actual: fact.answer, expected })))),
    );
    yield* aucRow({ metric: 'text.token_f1', dataset }, f1);
  }
}

function* judgedRows(
  dataset: string,
  facts: readonly JudgedFact[],
  goals: { readonly auc: number | null; readonly kappa: number | null },
): Generator<AgreementRow> {
  const judged = facts.flatMap((fact) => {
    const verdict = judgeCorrectness(fact.expected, fact.answer);
    return verdict === null ? [] : [audited(fact, verdict.score)];
  });
  const about = { metric: 'quality.correctness', dataset };
  yield* aucRow({ ...about, goal: goals.auc }, judged);
  yield* kappaRow({ ...about, goal: goals.kappa }, judged, THRESHOLD);
}

const isContained = ({ answer, expected }: JudgedFact): boolean =>
  expected.some((text) => answer.toLowerCase().includes(text.toLowerCase()));

const audited = ({ question, answer, isRight }: JudgedFact, score: number): AuditedCase => ({
  group: question,
  label: Number(isRight),
  isGood: isRight,
  score,
  length: answer.length,
});

/** The step that judges cases, and commits their scores. */
import { markJudged, unjudgedCases } from '../../../domain/evaluation/cases.ts';
import type { UnjudgedCase } from '../../../domain/evaluation/cases.ts';
import { forgetRemovedEvidence } from '../../../domain/evaluation/output-removal.ts';
import { commitScores } from '../../../domain/evaluation/scores.ts';
import type { NewScore } from '../../../domain/evaluation/scores.ts';
import type { RangeEnd } from '../../../domain/jobs/row-ranges.ts';
import type { Models } from '../../../domain/models/index.ts';
import { isModel } from '../../../engines/evaluation/options.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Step } from '../../step/step.ts';
import { askJudges, dueJudgments } from './measuring/by-model.ts';
import { measureCase } from './measuring/measure-case.ts';
import type { MeasuringPool } from './measuring/pool.ts';
import type { JudgeInput } from '../types.ts';
import { embedCases } from './embed-cases.ts';
import { poolCaller } from '../../step/pool-caller.ts';

export interface JudgeDependencies {
  readonly database: Database;
  readonly measuring: Pick<MeasuringPool, 'measure'>;
  readonly models: Models;
}

/** Judges what no other attempt has judged of the cases of a range. */
export async function judgeCases(dependencies: JudgeDependencies, input: JudgeInput, step: Step): Promise<RangeEnd> {
  const { database } = dependencies;
  step.begin();
  const due = await unjudgedCases(database, step.jobId, input.rows);
  await commitScores(
    database,
    due.flatMap((unjudged) => unansweredScores(unjudged, input.measurements)),
  );
  const cases = due.filter(({ failure }) => failure === null);
  await measureWithoutModel(dependencies, input, cases, step);
  const judgments = dueJudgments(cases, input.measurements);
  if (input.is_over_budget) {
    await commitScores(
      database,
      judgments.map((judgment) => ({ ...judgment, caseId: judgment.case.id, measured: { unmeasured: 'over_budget' } })),
    );
  } else if (!(await askJudges(dependencies, input, judgments, step))) return { is_done: false };
  await markJudged(database, due);
  await forgetRemovedEvidence(database, due);
  return { is_done: true };
}

/** What all measurements find in a case for which the target gave no output. */
function unansweredScores({ id, failure }: UnjudgedCase, measurements: JudgeInput['measurements']): NewScore[] {
  if (failure === null) return [];
  const measured = { unmeasured: failure.reason, about: failure.detail };
  return measurements.map((_, position) => ({ caseId: id, position, repeat: 0, measured }));
}

/** What a killed step has to repeat of measurements that need no model. */
const COMMIT_MS = 5000;

/** The measurements by computation and by the built-in judge. */
async function measureWithoutModel(
  { database, measuring, models }: JudgeDependencies,
  { envelope, measurements }: JudgeInput,
  cases: readonly UnjudgedCase[],
  step: Step,
): Promise<void> {
  const own = measurements.flatMap((measurement, position) =>
    isModel(measurement.judge) ? [] : [{ ...measurement, position }],
  );
  const due = cases.filter(({ scores }) =>
    own.some(({ position }) => !scores.some((done) => done.position === position)),
  );
  const vectorsOf = await embedCases(models, due, own, step, envelope.tenant_id);
  const caller = poolCaller(envelope, step);
  let scores: NewScore[] = [];
  let committed = Date.now();
  for (const [index, { id: caseId, subject }] of due.entries()) {
    const asked = own.map((measurement) => ({ ...measurement, vectors: vectorsOf(subject, measurement) }));
    const found = await measureCase(measuring, { subject, measurements: asked }, caller);
    for (const [at, measured] of found.entries()) {
      scores.push({ caseId, position: own[at]?.position ?? at, repeat: 0, measured });
    }
    if (Date.now() - committed > COMMIT_MS) {
      await commitScores(database, scores);
      [scores, committed] = [[], Date.now()];
    }
    step.onProgress({ completed: index + 1, total: due.length, unit: 'cases', message: null });
  }
  await commitScores(database, scores);
}

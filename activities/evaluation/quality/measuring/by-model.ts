/** Measurements of cases by language models. A judgment is one of them, of one case and repeat. */
import { callSubject, removeCallsOfRemoved } from '../../../../domain/evaluation/case-calls.ts';
import type { UnjudgedCase } from '../../../../domain/evaluation/cases.ts';
import { commitScores } from '../../../../domain/evaluation/scores.ts';
import type { NewScore } from '../../../../domain/evaluation/scores.ts';
import type { Models } from '../../../../domain/models/index.ts';
import type { SkipReason } from '../../../../domain/models/skips.ts';
import type { Measured } from '../../../../engines/evaluation/metrics/index.ts';
import type { Judge } from '../../../../engines/evaluation/judges/index.ts';
import { metricOf } from '../../../../engines/evaluation/metrics/index.ts';
import { isModel } from '../../../../engines/evaluation/options.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { askEach } from '../../../models/ask-each.ts';
import type { Reply } from '../../../models/ask-each.ts';
import { modelCaller } from '../../../models/model-caller.ts';
import type { Step } from '../../../step/step.ts';
import type { JudgeInput, Measurement } from '../../types.ts';
import { judgeBy } from './judge.ts';
import { untilHalfTime } from '../../../step/part-end.ts';

export interface Judgment {
  /** Its own in the job. */
  readonly id: string;
  readonly case: UnjudgedCase;
  readonly position: number;
  readonly repeat: number;
  readonly measurement: Measurement;
  /** Name of the model. */
  readonly judge: string;
}

/** Judgments that are asked for at once. */
const AT_ONCE = 8;

/** The judgments of models that the cases lack. */
export function dueJudgments(cases: readonly UnjudgedCase[], measurements: readonly Measurement[]): Judgment[] {
  return cases.flatMap((subject) => {
    const idOf = (position: number, repeat: number): string => `${subject.id} ${position} ${repeat}`;
    const done = new Set(subject.scores.map(({ position, repeat }) => idOf(position, repeat)));
    return measurements.flatMap((measurement, position) => {
      const { judge, repeats } = measurement;
      if (!isModel(judge)) return [];
      return Array.from({ length: repeats }, (_, repeat) => ({
        id: idOf(position, repeat),
        case: subject,
        position,
        repeat,
        measurement,
        judge,
      })).filter(({ id }) => !done.has(id));
    });
  });
}

/**
 * Asks for judgments and commits them, as {@link askEach}. `false` when it made room for others, or took long: then
 * some judgments are still due.
 */
export async function askJudges(
  { database, models }: { readonly database: Database; readonly models: Models },
  { envelope }: Pick<JudgeInput, 'envelope'>,
  judgments: readonly Judgment[],
  step: Step,
): Promise<boolean> {
  const { tenant_id: tenantId } = envelope;
  const isOver = untilHalfTime(envelope, step);
  const commit = (replies: readonly Reply<Judgment, Measured>[]) => commitScores(database, replies.map(scoreIn));
  for (let from = 0; from < judgments.length; from += AT_ONCE) {
    if (from > 0 && isOver()) return false;
    const items = judgments.slice(from, from + AT_ONCE);
    const questions = {
      ...({ tenantId, items, unit: 'judgments', commit } as const),
      modelOf: ({ judge }: Judgment) => judge,
      ask: (judgment: Judgment) => {
        const { metric_key, params } = judgment.measurement;
        return metricOf(metric_key).measureByModel(
          judgment.case.subject,
          params,
          judgeOf(models, judgment, tenantId, step),
        );
      },
    };
    try {
      await askEach(models, questions, step);
    } finally {
      const cases = items.map((judgment) => judgment.case);
      await removeCallsOfRemoved(database, { tenantId, jobId: step.jobId }, cases);
    }
  }
  return true;
}

/**
 * The model as a metric asks it. Equal questions of one repeat are asked once, also by another attempt or job of the
 * tenant.
 */
function judgeOf(
  models: Models,
  { judge: name, case: subject, repeat }: Pick<Judgment, 'judge' | 'case' | 'repeat'>,
  tenantId: string,
  step: Step,
): Judge {
  return judgeBy(models, name, {
    ...modelCaller(step, tenantId),
    about: [callSubject(step.jobId, subject)],
    again: repeat === 0 ? undefined : `repeat ${repeat}`,
  });
}

function scoreIn({ item, answer, skipped }: Reply<Judgment, Measured>): NewScore {
  const { case: subject, position, repeat } = item;
  return { caseId: subject.id, position, repeat, measured: answer ?? unmeasuredBy(skipped) };
}

const unmeasuredBy = (reason: SkipReason): Measured =>
  reason === 'refused' ? { unmeasured: 'judge_refused' } : { unmeasured: 'judge_failed', about: reason };

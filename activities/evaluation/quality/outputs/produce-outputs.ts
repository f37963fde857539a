/** The step that asks the target about cases without an answer, and commits each output as it comes. */
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { commitOutput, unansweredCases } from '../../../../domain/evaluation/outputs.ts';
import type { UnansweredCase } from '../../../../domain/evaluation/outputs.ts';
import type { RangeEnd } from '../../../../domain/jobs/row-ranges.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { gravest, isUnavailable } from '../../../step/gravest-failure.ts';
import type { Step } from '../../../step/step.ts';
import { withoutOutput } from '../../targets/ask.ts';
import type { AskTarget } from '../../targets/ask.ts';
import { openTarget } from '../../targets/open-target.ts';
import type { TargetDependencies } from '../../targets/open-target.ts';
import type { ProduceInput } from '../../types.ts';
import { untilHalfTime } from '../../../step/part-end.ts';

export type ProduceDependencies = TargetDependencies & { readonly database: Database };

/** Cases that are asked about at once. Some steps run side by side. */
const AT_ONCE = 4;

/** How often a case may go without an answer before it is left without an output. */
const MOST_FAILURES = 3;

/** Asks about those cases of a range that have no output yet. Other attempts repeat only what was under way. */
export async function produceOutputs(
  dependencies: ProduceDependencies,
  { envelope, target, rows, is_over_budget }: ProduceInput,
  step: Step,
): Promise<RangeEnd> {
  const { database } = dependencies;
  step.begin();
  const isOver = untilHalfTime(envelope, step);
  const due = await unansweredCases(database, step.jobId, rows);
  const ask = is_over_budget ? overBudget : await openTarget(dependencies, target, envelope, step);
  for (let from = 0; from < due.length; from += AT_ONCE) {
    if (from > 0 && isOver()) return { is_done: false };
    await askAll(database, due.slice(from, from + AT_ONCE), ask, step);
    const completed = Math.min(from + AT_ONCE, due.length);
    step.onProgress({ completed, total: due.length, unit: 'outputs', message: null });
  }
  return { is_done: true };
}

const overBudget: AskTarget = async () => ({
  failure: { reason: 'over_budget', detail: 'A limit of the request stopped the target before it came to the case.' },
});

/** How often each case went without an answer in earlier attempts of the step. */
const Unanswered = Type.Record(Type.String(), Type.Integer());

/** Asks about all of them and commits the outputs, then throws the gravest error of those without one. */
async function askAll(database: Database, cases: readonly UnansweredCase[], ask: AskTarget, step: Step): Promise<void> {
  const times = Value.Check(Unanswered, step.checkpoint) ? { ...step.checkpoint } : {};
  const failures = await Promise.all(
    cases.map(async (unanswered): Promise<unknown> => {
      try {
        while (!(await commitOutput(database, unanswered.id, await ask(unanswered))));
        return null;
      } catch (error) {
        if (step.signal.aborted || !isUnavailable(error)) return error;
        const id = String(unanswered.id);
        times[id] = (times[id] ?? 0) + 1;
        if (times[id] < MOST_FAILURES) return error;
        await commitOutput(database, unanswered.id, withoutOutput(`${error.message} It was asked ${times[id]} times.`));
        return null;
      }
    }),
  );
  step.keep(times);
  step.signal.throwIfAborted();
  const failure = gravest(failures.filter((error) => error !== null));
  if (failure !== null) throw failure;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RangeEnd } from '../../../domain/jobs/row-ranges.ts';
import { envelopeOf } from '../../support/knowledge/steps.ts';
import { inRowRanges } from '../../../workflows/job/row-ranges.ts';
import type { RangeProgress } from '../../../workflows/job/row-ranges.ts';

/**
 * Runs a job over three rows, each a range whose steps end as told, and two ranges a plan; where it stood whenever it
 * might have continued as new.
 */
async function over(ends: Readonly<Record<string, RangeEnd[]>>, before: RangeProgress) {
  const stops: RangeProgress[] = [];
  const envelope = envelopeOf('knowledge.memify');
  const job: Parameters<typeof inRowRanges>[0] = {
    show: () => {},
    showProgress: () => {},
    continueAsNewIfSuggested: async () => {},
    each: async (items, { continueAs }, work) => {
      for (const [at, item] of items.entries()) {
        await work(item, at);
        continueAs(at + 1);
      }
    },
  };
  const work = {
    verb: 'reads',
    unit: 'rows',
    plan: async (after: string) =>
      ['1', '2', '3']
        .filter((row) => row > after)
        .map((row) => ({ first: row, last: row, rows: 1 }))
        .slice(0, 2),
    run: async ({ first }: { readonly first: string }) => ends[first]?.shift() ?? { is_done: true },
  };
  const reached = await inRowRanges(job, before, work, (progress) => {
    stops.push(progress);
    return { envelope, webhook: null };
  });
  return { reached, stops };
}

test('what the steps have found is summed up, also over runs that continue each other', async () => {
  const ends = () => ({
    1: [
      { is_done: false, found: { mills: 1 } },
      { is_done: true, found: { mills: 2, yards: 5 } },
    ],
    3: [{ is_done: true, found: { mills: 4 } }],
  });
  const { reached, stops } = await over(ends(), { after: '0', completed: 0 });
  assert.deepEqual(reached, { after: '3', completed: 3, found: { mills: 7, yards: 5 } });
  for (const stop of stops) assert.deepEqual((await over(ends(), stop)).reached, reached);
});

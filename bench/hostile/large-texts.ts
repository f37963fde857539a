/** Eight concurrent jobs of 100 MiB of plain text, and their cost for the worker's own process. */
import type { Infrastructure } from '../../embedded/stack.ts';
import { watchMemory } from '../support/memory.ts';
import { endOf, submit } from './jobs.ts';
import { startService } from './service.ts';
import { atMost, withoutGoal } from './verdict.ts';
import type { Verdict } from './verdict.ts';

const JOBS = 8;
const MIB = 1024 ** 2;
const BYTES = 100 * MIB;
const LIMIT_S = 300;
/** The figure in docs/workers.md for a worker of the profile `parse`, without its converters. */
const GOAL_MB = 768;
const LINE = 'The harbour gauge read four metres at noon, and the tide was still rising.\n';

export async function largeTexts(stack: Infrastructure): Promise<Verdict[]> {
  const namespace = 'bench-large-texts';
  const service = await startService(stack, namespace);
  const { worker } = service;
  const memory = watchMemory(worker.pid ?? 0);
  try {
    const client = await service.client('writer');
    const source = await client.upload(Buffer.alloc(BYTES, LINE), 'large.txt');
    const pid = worker.pid;
    const began = Date.now();
    const jobs = await Promise.all(Array.from({ length: JOBS }, () => submit(client, source)));
    const deadline = began + LIMIT_S * 1000;
    const ends = await Promise.all(jobs.map((jobId) => endOf(client, jobId, deadline)));
    const seconds = (Date.now() - began) / 1000;
    const what = `${JOBS} jobs of ${BYTES / MIB} MiB of plain text at once`;
    const failed = ends.filter((end) => end !== 'succeeded').map((end) => end ?? 'not ended');
    const lost = await attemptsLost(service.metricsUrl);
    return [
      atMost(
        {
          what: `${what}: memory of the worker's own process, peak`,
          unit: 'MB',
          baselineName: 'the same process before',
          baseline: memory.idleMb,
          measured: memory.peakMb(),
        },
        GOAL_MB,
      ),
      atMost(
        {
          what: `${what}: failed attempts, including lost heartbeats`,
          unit: 'attempts',
          baselineName: 'jobs',
          baseline: JOBS,
          measured: worker.pid === pid ? lost : Number.POSITIVE_INFINITY,
        },
        0,
      ),
      atMost(
        {
          what: `${what}: jobs without a document${failed.length > 0 ? ` (${failed.join(', ')})` : ''}`,
          unit: 'jobs',
          baselineName: 'jobs',
          baseline: JOBS,
          measured: failed.length,
        },
        0,
      ),
      withoutGoal({
        what: `${what}: time until the last has ended`,
        unit: 's',
        baselineName: 'limit of the bench',
        baseline: LIMIT_S,
        measured: seconds,
        isBrokenOff: ends.includes(null),
      }),
    ];
  } finally {
    memory.stop();
    await service.stop();
  }
}

/** Step attempts that did not complete, from the worker's metrics, except those that only waited for a converter. */
async function attemptsLost(metricsUrl: string): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text();
  const line = /^tidemill_step_seconds_count\{.*outcome="(\w+)".*\} (\d+)$/gm;
  return [...metrics.matchAll(line)].reduce(
    (sum, [, outcome, count]) => sum + (outcome === 'completed' || outcome === 'stepped_back' ? 0 : Number(count)),
    0,
  );
}

/**
 * One long quality run, watched from the outside: its progress, the memory of its processes, and deaths of its worker.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from '../../../embedded/supervisor/child.ts';
import { signalGroup } from '../../../embedded/supervisor/process-identity.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ApiClient } from '../../support/client.ts';
import { watchMemory } from '../../support/memory.ts';

export interface Bench {
  readonly service: ApiClient;
  readonly apiPid: number;
  readonly worker: Child;
  readonly database: Database;
  /** How often the model was asked about each case of the run. */
  readonly asked: Map<number, number>;
}

export interface LongRun {
  readonly cases: number;
  /** Name of the model. */
  readonly judge: string;
  /** Shares of the cases after which the worker dies. */
  readonly deaths: readonly number[];
}

export interface Measured {
  readonly seconds: number;
  readonly prompts: number;
  /** Cases that were asked about although their verdict was kept. */
  readonly wasted: number;
  readonly scored: number;
  /** Cases without a score, by reason. */
  readonly unmeasured: Readonly<Record<string, number>>;
  /** Whether no case was lost, no score differs from what the model found, and the progress never went back. */
  readonly isWhole: boolean;
  readonly workerMb: Memory;
  readonly apiMb: Memory;
}

/** Of a process, from the submission on. */
interface Memory {
  readonly first: number;
  readonly peak: number;
}

interface Status {
  readonly state: string;
  readonly progress: { readonly completed: number; readonly unit: string } | null;
}

interface Result {
  readonly metrics: readonly { readonly measured: number; readonly unmeasured: Readonly<Record<string, number>> }[];
  readonly case_results: readonly {
    readonly index: number;
    readonly scores: readonly { readonly score: number | null }[];
  }[];
}

const POLL_MS = 100;
const ENDS = ['succeeded', 'failed', 'cancelled'];

const CASE = /case (\d+) is (right|wrong)/;
const wantedScore = (index: number): number => (index % 2 === 0 ? 1 : 0);

/** The number of the case that a text names, and what a judge finds in it. */
export function readCase(text: string): { readonly index: number; readonly verdict: string } {
  const found = CASE.exec(text);
  return { index: Number(found?.[1]), verdict: found?.[2] === 'right' ? 'correct' : 'wrong' };
}

/** The texts of a run are its own, so that no verdict of another is found. */
export async function measureRun(bench: Bench, { cases, judge, deaths }: LongRun): Promise<Measured> {
  const { service, apiPid, worker, database, asked } = bench;
  asked.clear();
  const test_cases = Array.from({ length: cases }, (_, index) => ({
    actual_output:
      `Of ${cases} with ${deaths.length} deaths, case ${index} is ` +
      `${wantedScore(index) === 1 ? 'right' : 'wrong'}.`,
    expected_output: 'It is right.',
  }));
  const began = performance.now();
  const { job_id } = await service.post<{ job_id: string }>('/v1/eval/jobs', {
    eval_type: 'custom',
    metrics: [{ metric_key: 'quality.correctness' }],
    judges: [judge],
    input: { type: 'inline_test_cases', test_cases },
  });
  const api = watchMemory(apiPid);
  let watch = watchMemory(worker.pid ?? 0);
  const first = watch.idleMb;
  const peaks: number[] = [];
  const left = [...deaths];
  const progress: number[] = [];
  /** Cases whose verdict was kept at the last death, with the prompts about them until then. */
  let kept: ReadonlyMap<number, number> = new Map();
  const countWasted = (): number => [...kept].filter(([index, times]) => asked.get(index) !== times).length;
  let [wasted, isOver] = [0, false];
  for (; !isOver; await delay(POLL_MS)) {
    const status = await service.get<Status>(`/v1/jobs/${job_id}`);
    if (status.progress?.unit === 'cases') progress.push(status.progress.completed);
    isOver = ENDS.includes(status.state);
    if (asked.size < cases * (left[0] ?? Infinity)) continue;
    left.shift();
    watch.stop();
    peaks.push(watch.peakMb());
    const { pid = 0 } = worker;
    signalGroup(pid, 'SIGKILL');
    wasted += countWasted();
    kept = await keptCases(database, job_id, asked);
    // Its supervisor restarts it.
    while (worker.pid === pid || !(await worker.isReady())) await delay(POLL_MS);
    watch = watchMemory(worker.pid ?? 0);
  }
  const seconds = (performance.now() - began) / 1000;
  watch.stop();
  api.stop();
  const { metrics, case_results } = await service.get<Result>(`/v1/eval/jobs/${job_id}/result`);
  const { measured = 0, unmeasured = {} } = metrics[0] ?? {};
  const total = Object.values(unmeasured).reduce((sum, count) => sum + count, measured);
  const isRight = case_results.every(({ index, scores: [found] }) => {
    return found?.score === null || found?.score === wantedScore(index);
  });
  return {
    seconds,
    unmeasured,
    scored: measured,
    prompts: [...asked.values()].reduce((sum, times) => sum + times, 0),
    wasted: wasted + countWasted(),
    isWhole: total === cases && isRight && progress.every((count, at) => count >= (progress[at - 1] ?? 0)),
    workerMb: { first, peak: Math.max(...peaks, watch.peakMb()) },
    apiMb: { first: api.idleMb, peak: api.peakMb() },
  };
}

async function keptCases(
  { db }: Database,
  jobId: string,
  asked: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, number>> {
  const calls = await db.$queryRaw<{ ordinal: number }[]>`
    SELECT split_part(about[1], ' ', 3)::int AS ordinal FROM model_call WHERE about[1] LIKE ${`case ${jobId} %`}`;
  return new Map(calls.map(({ ordinal }) => [ordinal, asked.get(ordinal) ?? 0]));
}

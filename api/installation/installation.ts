/** Metrics of the whole installation, queried from its parts. */
import { JOB_KINDS, SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';
import type { JobKind, JobState } from '../../domain/jobs/model.ts';
import { describeQueue } from '../../platform/temporal/workers.ts';
import type { QueueFigures } from '../../platform/temporal/workers.ts';
import { WORKER_PROFILES } from '../../domain/workers.ts';
import { checkDependencies } from './checks.ts';
import type { Check, Parts } from './checks.ts';

/** About as often as scrapers come: more of them, or faster ones, cost the parts nothing. */
const REMEMBER_MS = 10_000;
/** A scraper waits ten seconds for all metrics. */
const ANSWER_WITHIN_MS = 3000;

const OPEN_STATES = ['queued', 'running', 'cancelling'] as const satisfies readonly JobState[];

/** What could not be asked is empty. */
export interface Installation {
  readonly jobs: readonly { readonly kind: JobKind; readonly state: JobState; readonly count: number }[];
  readonly queues: readonly QueueFigures[];
  readonly checks: readonly Check[];
}

/** Never rejects. */
export type ReadInstallation = () => Promise<Installation>;

/** Asks all parts at once, within about three seconds, at most once in ten seconds, and never twice at a time. */
export function createInstallation(parts: Parts): ReadInstallation {
  let answer: Promise<Installation> | undefined;
  let answeredAt = 0;
  return () => {
    if (answer && performance.now() - answeredAt < REMEMBER_MS) return answer;
    // Whoever asks before the answer has come waits for it.
    answeredAt = Number.POSITIVE_INFINITY;
    answer = askAll(parts).finally(() => (answeredAt = performance.now()));
    return answer;
  };
}

async function askAll(parts: Parts): Promise<Installation> {
  const { temporal } = parts;
  const askTemporal = <T>(ask: () => Promise<T[]>): Promise<T[]> =>
    temporal.connection.withDeadline(Date.now() + ANSWER_WITHIN_MS, ask).catch(() => []);
  const [jobs, queues, checks] = await Promise.all([
    askTemporal(() => countJobs(parts)),
    askTemporal(() => Promise.all(Object.values(WORKER_PROFILES).map((profile) => describeQueue(temporal, profile)))),
    checkDependencies(parts),
  ]);
  return { jobs, queues, checks };
}

function countJobs({ temporal: { connection, namespace } }: Parts): Promise<Installation['jobs'][number][]> {
  const wanted = JOB_KINDS.flatMap((kind) => OPEN_STATES.map((state) => ({ kind, state })));
  return Promise.all(
    wanted.map(async ({ kind, state }) => {
      const { kind: ofKind, state: inState } = SEARCH_ATTRIBUTES;
      const query = `${ofKind} = '${kind}' AND ${inState} = '${state}' AND ExecutionStatus = 'Running'`;
      const { count } = await connection.workflowService.countWorkflowExecutions({ namespace, query });
      return { kind, state, count: Number(count) };
    }),
  );
}

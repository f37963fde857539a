/**
 * `npm run bench:load`: measures the rate of submissions that the service sustains for a minute, compared with bare
 * Temporal in the same run; latencies while 20,000 jobs are queued; and how long another tenant's single job waits
 * behind them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { issueDevToken } from '../api/identity/dev-tokens.ts';
import { ALL_SCOPES } from '../domain/identity/scopes.ts';
import { visibilityQuery } from '../api/jobs/list.ts';
import { readOptions } from '../platform/command-line.ts';
import { openDatabase } from '../platform/database/client.ts';
import type { Infrastructure } from '../embedded/stack.ts';
import { newId } from '../domain/ids.ts';
import { WORKER_PROFILES } from '../domain/workers.ts';
import { makeLongPdf } from '../test/support/documents/pdf.ts';
import { ApiClient } from './support/client.ts';
import { connectBare, readBareStart } from './load/bare.ts';
import type { BareClient, BareStart } from './load/bare.ts';
import { GOAL_P99_MS, HELD_SECONDS, highestBelow, saturate, send } from './load/hold.ts';
import type { Server } from './load/hold.ts';
import { measure } from './support/measure.ts';
import { watchMemory } from './support/memory.ts';
import { startApi, startWorker } from './support/processes.ts';
import { runBench } from './support/run.ts';
import type { Row } from './support/table.ts';

const NAMESPACE = 'bench-load';
const QUEUED = 20_000;
const ASKED = 200;
const SINGLE_JOBS = 3;
const GOAL_CROWDED_MS = 100;
/** Number of a later page, at 100 jobs per page. */
const LATER_PAGE = 100;
/** How long the worker runs between two samples. */
const WORKED_MS = 10_000;

readOptions('npm run bench:load', {});
await runBench(run);

async function run(stack: Infrastructure): Promise<Row[]> {
  const { url, child } = await startApi(stack, NAMESPACE);
  const [token, other] = await Promise.all([issueToken(stack, 'busy'), issueToken(stack, 'modest')]);
  const client = ApiClient.withToken(url, token);
  const source = await client.upload(makeLongPdf(30), 'report.pdf');
  const start = await readBareStart(stack.env.TEMPORAL_ADDRESS, NAMESPACE, await client.submit(source));
  const temporal = await connectBare(start);
  try {
    const bare = await saturate(temporal, start);
    const { perSecond } = bare;
    const memory = watchMemory(child.pid ?? 0);
    const body = JSON.stringify({ sources: [source], options: { cache: 'refresh' } });
    const service: Server = { name: 'the service', target: { kind: 'service', url, token, body } };
    const held = await send(temporal, service, perSecond, HELD_SECONDS);
    memory.stop();
    if (held.errors.length > 0) throw new Error(`submissions failed: ${held.errors.join('; ')}`);
    const best = held.isHeld ? held : await highestBelow(temporal, service, perSecond);

    const what = `POST /v1/parse/jobs, ${perSecond} a second for ${HELD_SECONDS} s`;
    const baselineName = `Temporal client \`start\` at the same rate`;
    const submissions: Row[] = [
      {
        what: `POST /v1/parse/jobs a second, held for ${HELD_SECONDS} s with p99 < ${GOAL_P99_MS} ms`,
        unit: 'jobs',
        baselineName: 'Temporal client `start`',
        baseline: perSecond,
        measured: best.perSecond,
        goal: '≥ 1',
      },
      { what: `${what}, p50`, unit: 'ms', baselineName, baseline: bare.p50, measured: held.p50, goal: '' },
      {
        what: `${what}, p99`,
        unit: 'ms',
        baselineName,
        baseline: bare.p99,
        measured: held.p99,
        goal: `< ${GOAL_P99_MS}`,
      },
      {
        what: 'peak memory of the API during the load',
        unit: 'MB',
        baselineName: 'the same process before',
        baseline: memory.idleMb,
        measured: memory.peakMb(),
        goal: 'flat',
      },
      {
        what: 'its growth in the second half',
        unit: 'MB per minute',
        baselineName: 'its peak',
        baseline: memory.peakMb(),
        measured: memory.slopeMbPerMinute(),
        goal: 'flat',
      },
    ];
    return [...submissions, ...(await crowded(client, temporal, start)), ...(await fairness(stack, url, other))];
  } finally {
    await Promise.all([temporal.close(), client.close()]);
  }
}

async function issueToken({ env }: Infrastructure, tenantId: string): Promise<string> {
  const grant = { subject: 'bench', tenantId, roles: [], scopes: ALL_SCOPES, lifetimeSeconds: 3600 };
  return (await issueDevToken(env.DEV_AUTH_SECRET, grant)).token;
}

interface Page {
  readonly next_cursor: string | null;
}

/** Fills the queue, then reads single jobs, lists jobs and cancels jobs. */
async function crowded(service: ApiClient, bare: BareClient, start: BareStart): Promise<Row[]> {
  const ids = Array.from({ length: 3 * ASKED }, () => newId('job'));
  const missing = Math.max(ids.length, QUEUED - (await bare.count()));
  console.error(`${missing} more jobs are started, so that ${QUEUED} are queued …`);
  await measure(missing, 32, (index) => bare.start(ids[index] ?? newId('job')));
  const id = (index: number): string => ids[index] ?? '';

  const queued = visibilityQuery(start.input.envelope.tenant_id, { state: 'queued' });
  const list = '/v1/jobs?state=queued&kind=parse&created_after=2020-01-01T00:00:00Z&limit=100';
  const listed = (cursor: string | null) => service.get<Page>(cursor === null ? list : `${list}&cursor=${cursor}`);
  const cursor = await cursorOf(LATER_PAGE, async (before: string | null) => (await listed(before)).next_cursor ?? '');
  const token = await cursorOf(LATER_PAGE, (before: Uint8Array | null) => bare.list(queued, 100, before));
  const asked: [what: string, baselineName: string, baseline: Ask, subject: Ask][] = [
    [
      'GET /v1/jobs/{id}',
      '`describe`',
      (index) => bare.describe(id(index)),
      (index) => service.get(`/v1/jobs/${id(index)}`),
    ],
    [
      'GET /v1/jobs?state=queued&kind=parse&…, 100 jobs',
      '`list` by state',
      () => bare.list(queued, 100, null),
      () => listed(null),
    ],
    [
      `the same, page ${LATER_PAGE}`,
      'the same page of `list`',
      () => bare.list(queued, 100, token),
      () => listed(cursor),
    ],
    [
      ...(['POST /v1/jobs/{id}/cancel', '`cancel`'] as const),
      (index) => bare.cancel(id(ASKED + index)),
      (index) => service.post(`/v1/jobs/${id(2 * ASKED + index)}/cancel`, undefined),
    ],
  ];
  const rows: Row[] = [];
  for (const [what, baselineName, baseline, subject] of asked) {
    const before = await measure(ASKED, 1, baseline);
    const { p95 } = await measure(ASKED, 1, subject);
    rows.push({
      what: `${what} while ${QUEUED} jobs are queued, p95`,
      unit: 'ms',
      baselineName: `Temporal client ${baselineName}`,
      baseline: before.p95,
      measured: p95,
      goal: `< ${GOAL_CROWDED_MS}`,
    });
  }
  return rows;
}

type Ask = (index: number) => Promise<unknown>;

/** The cursor of a page, which each page gives for the next. */
async function cursorOf<T>(page: number, next: (before: T | null) => Promise<T>): Promise<T | null> {
  let cursor: T | null = null;
  for (let at = 1; at < page; at++) cursor = await next(cursor);
  return cursor;
}

/** A worker starts on the queue; then another tenant submits single jobs, one at a time. */
async function fairness(stack: Infrastructure, url: string, token: string): Promise<Row[]> {
  await startWorker(stack, NAMESPACE, 1);
  const modest = ApiClient.withToken(url, token);
  const source = await modest.upload(Buffer.from('Other words.'), 'other.txt');
  const database = openDatabase(stack.env.DATABASE_URL);
  const started = async (from: Date, to: Date): Promise<number> =>
    database.db.job.count({ where: { tenantId: 'busy', startedAt: { gte: from, lt: to } } });
  const { maxConcurrentActivityTaskExecutions: slots } = WORKER_PROFILES.parse.slots;
  const waits: { readonly overtaken: number; readonly ms: number; readonly slotMs: number }[] = [];
  try {
    for (let single = 0; single < SINGLE_JOBS; single++) {
      await delay(WORKED_MS);
      const jobId = await modest.submit(source);
      await modest.waitFor(jobId);
      const { startedAt, createdAt } = await database.db.job.findUniqueOrThrow({ where: { id: jobId } });
      if (startedAt === null) throw new Error(`${jobId} has not started`);
      // By now, jobs that started before it have ended and have records too.
      await delay(WORKED_MS);
      const before = new Date(createdAt.getTime() - WORKED_MS / 2);
      const perMs = (await started(before, createdAt)) / (WORKED_MS / 2);
      waits.push({
        overtaken: await started(createdAt, startedAt),
        ms: startedAt.getTime() - createdAt.getTime(),
        slotMs: slots / perMs,
      });
    }
  } finally {
    await Promise.all([database.close(), modest.close()]);
  }
  const what = `another tenant's single job while ${QUEUED} jobs are queued`;
  const most = (pick: (wait: (typeof waits)[number]) => number): number => Math.max(...waits.map(pick));
  return [
    {
      what: `${what}: jobs that start before it, worst of ${SINGLE_JOBS}`,
      unit: 'jobs',
      goal: '≤ 1',
      baselineName: 'slots of the worker',
      baseline: slots,
      measured: most(({ overtaken }) => overtaken),
    },
    {
      what: `${what}: its wait, worst of ${SINGLE_JOBS}`,
      unit: 'ms',
      goal: '≤ 1',
      baselineName: 'time that a job holds a slot',
      measured: most(({ ms }) => ms),
      baseline: most(({ slotMs }) => slotMs),
    },
  ];
}

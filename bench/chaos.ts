/**
 * `npm run bench:chaos [-- --seed N --jobs 1000 --minutes 10]`: runs parse jobs of all kinds while API, workers,
 * Temporal, Postgres and the object store are killed and paused at random. Every accepted job must end exactly once,
 * with the same result as without faults, and every webhook must arrive. The seed determines the faults; their exact
 * timing depends on the machine. Exits with 1 on any violation.
 */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { issueDevToken } from '../api/identity/dev-tokens.ts';
import { ALL_SCOPES } from '../domain/identity/scopes.ts';
import { readOptions } from '../platform/command-line.ts';
import { startInfrastructure } from '../embedded/stack.ts';
import type { Infrastructure } from '../embedded/stack.ts';
import { faultsOfJob } from './chaos/check-jobs.ts';
import type { References } from './chaos/check-jobs.ts';
import { checkStores } from './chaos/check-stores.ts';
import { Faults } from './chaos/faults.ts';
import { inspect } from './chaos/inspect.ts';
import type { Seen } from './chaos/inspect.ts';
import { PatientClient } from './chaos/patient-client.ts';
import { Random } from '../test/support/random.ts';
import { openReceiver } from './chaos/receiver.ts';
import type { Receiver } from './chaos/receiver.ts';
import { printReport } from './chaos/report.ts';
import type { Report } from './chaos/report.ts';
import { serveSite } from './chaos/site.ts';
import { longestStall } from './chaos/stall.ts';
import { SECRET_REF, Submitter } from './chaos/submitter.ts';
import type { AcceptedJob } from './chaos/submitter.ts';
import { documentsOf, ordersOf } from './chaos/workload.ts';
import type { Document } from './chaos/workload.ts';
import { startApi, startWorker } from './support/processes.ts';

const NAMESPACE = 'bench-chaos';
const LANES = 8;
/** Share of the run in which requests are sent, so that the last ones meet faults too. */
const SUBMITTED_WITHIN = 0.9;
/** Time limit after the last fault, on a slow machine. */
const ENDED_WITHIN_MS = 15 * 60_000;
/** The death of a step's worker is detected after the heartbeat timeout of 20 s; its retry then waits at most 30 s. */
const LONGEST_STALL_MS = 90_000;

const values = readOptions('npm run bench:chaos [-- --seed N --jobs N --minutes N --logs DIR]', {
  seed: { type: 'string' },
  jobs: { type: 'string' },
  minutes: { type: 'string' },
  logs: { type: 'string' },
});
const seed = Number(values.seed ?? 1);
const jobCount = Number(values.jobs ?? 1000);
const runMs = Number(values.minutes ?? 10) * 60_000;

const home = mkdtempSync(join(tmpdir(), 'tidemill-chaos-'));
const stack = await startInfrastructure({ home, say: console.error });
const secret = `whsec_${randomBytes(24).toString('base64')}`;
const site = await serveSite();
const receiver = await openReceiver(secret, new Random(seed, 'receiver'));
try {
  const report = await run(stack, receiver, site.origin);
  printReport(report);
  process.exitCode = report.reasons.length === 0 ? 0 : 1;
} finally {
  await stack.stop();
  site.close();
  receiver.close();
  if (values.logs !== undefined) cpSync(join(home, 'logs'), values.logs, { recursive: true });
  rmSync(home, { recursive: true, force: true });
}

async function run(stack: Infrastructure, receiver: Receiver, origin: string): Promise<Report> {
  const settings = {
    NETWORK_ALLOW: '127.0.0.1',
    // Low enough that jobs wait for slots.
    MAX_RUNNING_JOBS_PER_TENANT: '20',
    [`SECRET_WEBHOOK_${SECRET_REF.toUpperCase()}`]: secret,
    WEBHOOK_TIMEOUT_MS: '3000',
    // Enough attempts that no delivery fails because of the receiver alone.
    WEBHOOK_RETRY_DELAYS_MS: [...Array<number>(10).fill(500), ...Array<number>(40).fill(3000)].join(),
  };
  const { url } = await startApi(stack, NAMESPACE, settings);
  await Promise.all(['worker-1', 'worker-2'].map((name) => startWorker(stack, NAMESPACE, 1, { name, settings })));
  const client = new PatientClient(url, await issueToken(stack), new Random(seed, 'client'));
  const documents = documentsOf(origin);
  const references = await readReferences(client, documents);

  const submitter = new Submitter(client, receiver.url);
  const faults = new Faults(stack.supervisor.children, new Random(seed, 'faults'));
  const orders = ordersOf(documents, jobCount, runMs * SUBMITTED_WITHIN, seed, new Random(seed, 'orders'));
  const began = Date.now();
  const stop = AbortSignal.timeout(runMs);
  const submitted = submitter.run(orders);
  await Promise.all([faults.run(stop), submitter.watch(new Random(seed, 'watch'), stop)]);
  const healedAt = Date.now();
  receiver.calm();
  await submitted;
  const reasons = await waitForEnds(submitter);
  const endedAfter = (Date.now() - healedAt) / 1000;
  await waitForDeliveries(stack);

  const seen = await inspectAll(client, submitter.jobs);
  const { faults: storeFaults, records } = await checkStores(stack, NAMESPACE);
  const own = submitter.jobs.flatMap(({ jobId }) => records.get(jobId) ?? []);
  // A cancelled job may have waited for an address that never responds.
  const stallMs = longestStall(
    own.filter(({ state }) => state === 'succeeded'),
    faults.faults,
    began,
  );
  if (stallMs > LONGEST_STALL_MS)
    reasons.push(`no job ended for ${Math.round(stallMs / 1000)} s while all processes were up`);
  reasons.push(...client.surprises, ...submitter.faults, ...storeFaults);
  reasons.push(...faultsOfJobs(submitter.jobs, seen, references, receiver, records));
  return {
    seed,
    began,
    faults: faults.faults,
    reasons,
    figures: {
      'requests, jobs': `${orders.length}, ${submitter.jobs.length}`,
      'outcomes of jobs': counts([...seen.values()].map(({ state, errorCode }) => errorCode ?? state)),
      'webhooks: events, deliveries': `${new Set(receiver.deliveries.map(({ id }) => id)).size}, ${receiver.deliveries.length}`,
      'requests retried by clients': client.repeats,
      'longest stall while all processes were up': `${(stallMs / 1000).toFixed(1)} s`,
      'from the last recovery to the end of the last job': `${endedAfter.toFixed(1)} s`,
    },
  };
}

async function issueToken({ env }: Infrastructure): Promise<string> {
  const grant = { subject: 'chaos', tenantId: 'chaos', roles: [], scopes: ALL_SCOPES, lifetimeSeconds: 7200 };
  return (await issueDevToken(env.DEV_AUTH_SECRET, grant)).token;
}

/** Parses each document once without faults. Rejects when one does not end as expected. */
async function readReferences(
  client: PatientClient,
  { common, large, crawls, bad }: ReturnType<typeof documentsOf>,
): Promise<References> {
  const references = new Map<Document, Seen>();
  const submitter = new Submitter(client, '');
  const options = { at: 0, count: 1, uploadsAnew: false, cache: 'refresh', priority: 5 } as const;
  for (const [index, document] of [...common, ...large, ...crawls, ...bad].entries()) {
    const rest = { hasWebhook: false, cancelAfter: null, isRepeated: false };
    await submitter.submit({ ...options, ...rest, key: `reference-${index}`, document });
  }
  const problems = await waitForEnds(submitter);
  for (const { jobId, order } of submitter.jobs) {
    const seen = await inspect(client, jobId);
    if (seen) references.set(order.document, seen);
    if (seen?.errorCode !== (order.document.error ?? null)) problems.push(`${order.document.name}: ${seen?.errorCode}`);
  }
  problems.push(...client.surprises);
  if (problems.length > 0) throw new Error(`Jobs without faults did not end as expected:\n${problems.join('\n')}`);
  return references;
}

async function waitForEnds(submitter: Submitter): Promise<string[]> {
  const deadline = Date.now() + ENDED_WITHIN_MS;
  const open: AcceptedJob[] = [];
  await inLanes(submitter.jobs, async (job) => {
    while (!(await submitter.isOver(job))) {
      if (Date.now() > deadline) {
        open.push(job);
        return;
      }
      await delay(250);
    }
  });
  return open.map(({ jobId, order }) => `${jobId} (${order.document.name}) has not ended`);
}

/** Waits until no delivery is pending. */
async function waitForDeliveries({ env }: Infrastructure): Promise<void> {
  const connection = await Connection.connect({ address: env.TEMPORAL_ADDRESS });
  try {
    const { workflow } = new Client({ connection, namespace: NAMESPACE });
    const deadline = Date.now() + ENDED_WITHIN_MS;
    const underWay = `WorkflowType = 'deliverWebhook' AND ExecutionStatus = 'Running'`;
    while (Date.now() < deadline && (await workflow.count(underWay)).count > 0) await delay(500);
  } finally {
    await connection.close();
  }
}

async function inspectAll(client: PatientClient, jobs: readonly AcceptedJob[]): Promise<ReadonlyMap<string, Seen>> {
  const all = new Map<string, Seen>();
  await inLanes(jobs, async ({ jobId }) => {
    const seen = await inspect(client, jobId);
    if (seen) all.set(jobId, seen);
  });
  return all;
}

function faultsOfJobs(
  jobs: readonly AcceptedJob[],
  seen: ReadonlyMap<string, Seen>,
  references: References,
  { deliveries }: Receiver,
  records: Awaited<ReturnType<typeof checkStores>>['records'],
): string[] {
  const ids = new Set(jobs.map(({ jobId }) => jobId));
  const faults = ids.size === jobs.length ? [] : [`${jobs.length - ids.size} jobs belong to two requests`];
  const byJob = Map.groupBy(deliveries, ({ payload }) => payload.data.job.job_id);
  for (const jobId of byJob.keys()) if (!ids.has(jobId)) faults.push(`a webhook reported the unknown job ${jobId}`);
  for (const job of jobs) {
    const found = seen.get(job.jobId);
    const record = records.get(job.jobId);
    if (!found) {
      faults.push(`${job.jobId} could not be inspected`);
      continue;
    }
    faults.push(...faultsOfJob(job, found, references, byJob.get(job.jobId) ?? []));
    if (record?.state !== found.state) faults.push(`${job.jobId} is ${found.state}, and its record ${record?.state}`);
    const documents = found.state === 'succeeded' ? 1 + found.pages : null;
    if (documents !== null && record?.documents !== documents) {
      faults.push(`${job.jobId} has ${record?.documents} documents, not ${documents}`);
    }
  }
  return faults;
}

function counts(words: readonly string[]): string {
  return [...Map.groupBy(words, (word) => word)].map(([word, all]) => `${all.length} ${word}`).join(', ');
}

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

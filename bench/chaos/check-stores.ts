/** Compares the contents of Postgres, the object store and Temporal with the accepted jobs. */
import { dirname } from 'node:path/posix';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { WorkflowClient } from '@temporalio/client';
import { filesOf } from '../../api/parse/files.ts';
import { openDatabase } from '../../platform/database/client.ts';
import type { Database } from '../../platform/database/client.ts';
import type { Infrastructure } from '../../embedded/stack.ts';
import { JOBS_TASK_QUEUE } from '../../domain/manifests/jobs.ts';
import { readDocument } from '../../domain/parse/documents.ts';
import { placesKeyOf } from '../../domain/parse/keys.ts';
import { SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';
import { openObjectStore } from '../../platform/objects/index.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';

/** Time limit on a slow machine, after a restart of Temporal. */
const LISTED_WITHIN_MS = 120_000;

export interface StoredJob {
  readonly jobId: string;
  readonly state: string;
  readonly createdAt: number;
  readonly finishedAt: number;
  /** Number of documents of the job. */
  readonly documents: number;
}

/** Violations in the stores, and the job records. Runs the sweep first. */
export async function checkStores(
  { env }: Infrastructure,
  namespace: string,
): Promise<{ readonly faults: string[]; readonly records: ReadonlyMap<string, StoredJob> }> {
  const connection = await Connection.connect({ address: env.TEMPORAL_ADDRESS });
  const database = openDatabase(env.DATABASE_URL);
  const objects = openObjectStore(
    {
      endpoint: env.S3_ENDPOINT,
      publicEndpoint: env.S3_PUBLIC_ENDPOINT,
      region: env.S3_REGION,
      bucket: env.S3_BUCKET,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    },
    [],
  );
  try {
    const { workflow } = new Client({ connection, namespace });
    await workflow.execute('sweepStorage', {
      workflowId: 'chaos-sweep',
      taskQueue: JOBS_TASK_QUEUE,
      args: [{ orphan_age_ms: 0 }],
    });
    const records = await readRecords(database);
    const faults = [
      ...(await faultsOfRows(database)),
      ...(await faultsOfObjects(database, objects, records)),
      ...(await faultsOfVisibility(workflow, records)),
    ];
    return { faults, records };
  } finally {
    objects.close();
    await Promise.all([connection.close(), database.close()]);
  }
}

/** Visibility is eventually consistent; in the end it lists each job once, as closed. */
async function faultsOfVisibility(
  workflow: WorkflowClient,
  records: ReadonlyMap<string, StoredJob>,
): Promise<string[]> {
  const deadline = Date.now() + LISTED_WITHIN_MS;
  for (;;) {
    const missing = new Set(records.keys());
    const unknown: string[] = [];
    for await (const { workflowId, status } of workflow.list({ query: `${SEARCH_ATTRIBUTES.kind} = 'parse'` })) {
      if (!missing.delete(workflowId) || status.name === 'RUNNING') unknown.push(`${workflowId} (${status.name})`);
    }
    if (missing.size + unknown.length === 0) return [];
    if (Date.now() > deadline) {
      return [
        `Temporal does not list ${[...missing].join() || 'nothing'}, and lists ${unknown.join() || 'nothing else'}`,
      ];
    }
    await delay(1000);
  }
}

async function readRecords({ db }: Database): Promise<Map<string, StoredJob>> {
  const [jobs, documents] = await Promise.all([
    db.job.findMany({ select: { id: true, state: true, createdAt: true, finishedAt: true } }),
    db.document.groupBy({ by: ['jobId'], _count: true }),
  ]);
  const counts = new Map(documents.map(({ jobId, _count }) => [jobId, _count]));
  return new Map(
    jobs.map(({ id, state, createdAt, finishedAt }) => [
      id,
      {
        jobId: id,
        state,
        documents: counts.get(id) ?? 0,
        createdAt: createdAt.getTime(),
        finishedAt: finishedAt.getTime(),
      },
    ]),
  );
}

async function faultsOfRows({ db }: Database): Promise<string[]> {
  const [jobs, totals, places, pending, failed] = await Promise.all([
    db.job.count(),
    db.jobTotal.findMany({ select: { jobs: true } }),
    db.jobSlot.count(),
    db.webhookDelivery.count({ where: { state: 'pending' } }),
    db.webhookDelivery.count({ where: { state: 'failed' } }),
  ]);
  const faults: string[] = [];
  const counted = totals.reduce((sum, total) => sum + Number(total.jobs), 0);
  if (counted !== jobs) faults.push(`the totals count ${counted} jobs instead of ${jobs}`);
  if (places > 0) faults.push(`${places} slots of a tenant's running jobs are still held`);
  if (pending > 0) faults.push(`${pending} webhook deliveries are pending`);
  if (failed > 0) faults.push(`${failed} webhook deliveries failed for good`);
  return faults;
}

/** Objects without a row. An unsuccessful job keeps its output as long as its record. */
async function faultsOfObjects(
  database: Database,
  objects: ObjectStore,
  records: ReadonlyMap<string, StoredJob>,
): Promise<string[]> {
  const { db } = database;
  const [versions, contents, documents] = await Promise.all([
    db.storageObjectVersion.findMany({ select: { key: true } }),
    db.fetchedContent.findMany({ select: { key: true } }),
    db.document.findMany({ select: { id: true } }),
  ]);
  const known = new Set([...versions, ...contents].map(({ key }) => key));
  for (const { id } of documents) {
    const row = await readDocument(database, id);
    if (row === null) continue;
    for (const { key } of [...filesOf(row), ...row.metadata.images]) known.add(key);
    if (row.metadata.places_bytes) known.add(placesKeyOf(dirname(row.markdownKey)));
  }
  const faults: string[] = [];
  for await (const page of objects.list('')) {
    for (const { key } of page) {
      const [folder, jobId = ''] = key.split('/');
      const ofUnfinished = folder === 'jobs' && records.has(jobId) && records.get(jobId)?.state !== 'succeeded';
      if (!known.delete(key) && !ofUnfinished) faults.push(`no row references the object ${key}`);
    }
  }
  return [...faults, ...[...known].map((key) => `a row references the object ${key}, which does not exist`)];
}

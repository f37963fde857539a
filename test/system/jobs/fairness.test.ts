import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../support/service/client.ts';
import { openSystem } from '../../support/service/system.ts';

const system = openSystem();
const [api] = await Promise.all([system.startApi(), system.startWorker({ WORKER_PROFILES: 'default' })]);

/** Jobs whose steps wait for a worker with the profile `parse`. */
async function queue(client: Client, count: number, body: Record<string, unknown> = {}): Promise<string[]> {
  const { locator } = await client.upload(Buffer.from('Words.'), 'words.txt');
  const jobs = await client.submit(Array<string>(count).fill(locator), body);
  const ids = jobs.map(({ job_id }) => job_id);
  for (const id of ids) {
    await client.waitUntil(id, 'waits for its engine', ({ waiting_on }) => waiting_on?.task_queue === 'parse');
  }
  return ids;
}

/** The jobs in the order in which they started. */
async function begun(jobs: readonly { client: Client; id: string }[]): Promise<string[]> {
  const started: { readonly id: string; readonly at: string }[] = [];
  // One after the other: a tenant that requests all of them at once soon hits its rate limit.
  for (const { client, id } of jobs) {
    started.push({ id, at: (await client.waitFor(id, 'succeeded')).started_at ?? '' });
  }
  return started.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ id }) => id);
}

test('one tenant’s backlog does not delay another, and urgent jobs run first', async () => {
  const [busy, modest] = [await api.client(), await api.client()];
  const backlog = await queue(busy, 60);
  const [urgent = ''] = await queue(busy, 1, { priority: 9 });
  const [single = ''] = await queue(modest, 1);

  // A worker takes as many at once as it has slots, and the order among those is undefined. At this rate it has one at
  // a time, in the order of Temporal.
  const worker = await system.startWorker({ WORKER_PROFILES: 'parse', WORKER_RATES: 'parse=5' });
  const order = await begun([
    ...[...backlog, urgent].map((id) => ({ client: busy, id })),
    { client: modest, id: single },
  ]);
  const handful = 20;
  assert.ok(order.indexOf(urgent) < handful, `the urgent job was number ${order.indexOf(urgent) + 1}`);
  assert.ok(order.indexOf(single) < handful, `the other tenant's job was number ${order.indexOf(single) + 1}`);
  await worker.stop();
});

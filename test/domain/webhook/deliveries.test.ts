import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../domain/ids.ts';
import { deliveriesOf, noteAttempt } from '../../../domain/webhook/deliveries.ts';
import type { Attempted } from '../../../domain/webhook/deliveries.ts';
import type { WebhookDelivery } from '../../../domain/webhook/model.ts';
import { ownDatabase } from '../../support/servers/own-database.ts';

const { database } = await ownDatabase();

const NOW = new Date().toISOString();
const pending = (attempts: number): Attempted => ({ state: 'pending', attempts, status: 500, reason: 'Not now.' });
const failed = (attempts: number): Attempted => ({ ...pending(attempts), state: 'failed' });
const delivered = (attempts: number): Attempted => ({ state: 'delivered', attempts, status: 200, reason: null });

/** What is shown of a delivery after these attempts were recorded, in this order. */
async function shownAfter(...attempts: readonly Attempted[]): Promise<string> {
  const job_id = newId('job');
  const job = {
    job_id,
    kind: 'parse',
    state: 'succeeded',
    source: 'x',
    priority: 5,
    created_at: NOW,
    started_at: NOW,
    finished_at: NOW,
    error: null,
    links: { self: '/', result: '/' },
  } as const;
  const delivery: WebhookDelivery = {
    webhook_id: `${job_id}.job.succeeded`,
    round: 1,
    tenant_id: 't1',
    job_id,
    target: { url: 'https://e.org/', secret_ref: null, headers: {} },
    policy: { retry_delays_ms: [], timeout_ms: 1000 },
    payload: { type: 'job.succeeded', timestamp: NOW, data: { job } },
  };
  for (const attempt of attempts) await noteAttempt(database, delivery, attempt);
  const [row, ...others] = await deliveriesOf(database, job_id);
  assert.ok(row && others.length === 0);
  assert.equal(row.finishedAt === null, row.state === 'pending');
  return `${row.state} ${row.attempts}`;
}

test('the last attempt of a round is shown', async () => {
  assert.equal(await shownAfter(pending(1), pending(2)), 'pending 2');
  assert.equal(await shownAfter(pending(1), failed(2)), 'failed 2');
  assert.equal(await shownAfter(pending(1), delivered(2)), 'delivered 2');
  // An operator has reset the delivery.
  assert.equal(await shownAfter(failed(2), delivered(1)), 'delivered 1');
});

test('an attempt that is recorded late changes nothing', async () => {
  assert.equal(await shownAfter(delivered(1), pending(1)), 'delivered 1');
  assert.equal(await shownAfter(delivered(1), failed(1)), 'delivered 1');
  assert.equal(await shownAfter(failed(2), pending(1)), 'failed 2');
  assert.equal(await shownAfter(pending(2), pending(1)), 'pending 2');
});

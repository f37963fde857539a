/** A tenant whose knowledge jobs hold every place of a worker does not keep another tenant waiting. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { KNOWLEDGE_STEPS } from '../../../../domain/workers.ts';
import { addTexts, createDataset, submitJob } from '../../../support/knowledge/client.ts';
import type { Client } from '../../../support/service/client.ts';
import { modelSettings, plainReply, serveModel } from '../../../support/servers/scripted-model.ts';
import { openSystem } from '../../../support/service/system.ts';

const model = await serveModel((call) =>
  [call.body.input ?? []].flat().some((text) => text.includes('endless')) ? { hang: null } : plainReply(call),
);
const settings = modelSettings('vectors', model, { DIMENSIONS: '8', CALLS_AT_ONCE: '100' });
const system = openSystem({ ...settings, S3_BUCKET: `fair-${randomBytes(4).toString('hex')}` });
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const [many, few] = [await api.client(), await api.client({ tenant: 'other' })];

/** Adds a text to a dataset of its own, and starts to cognify it. */
async function cognify(client: Client, key: string, text: string): Promise<string> {
  await createDataset(client, key);
  await addTexts(client, key, [{ label: 'A text', text }]);
  return submitJob(client, 'POST', 'cognify/jobs', { dataset_key: key });
}

test('places are shared by tenants, and a job that waits for one says so', async () => {
  const jobs: string[] = [];
  for (let index = 0; index < KNOWLEDGE_STEPS; index++) {
    const jobId = await cognify(many, `many-${index}`, 'An endless text.');
    await many.waitFor(jobId, 'running');
    jobs.push(jobId);
  }
  await many.waitUntil(jobs.at(-1) ?? '', 'embeds', () => model.calls.length === KNOWLEDGE_STEPS);
  await few.waitFor(await cognify(few, 'few', 'A short text.'), 'succeeded');
  const body = { dataset_key: 'many-0', inputs: [{ input_type: 'text', text: 'Another text.' }] };
  const jobId = await submitJob(many, 'POST', 'add/jobs', body);
  const { state } = await many.waitUntil(jobId, 'waits', ({ waiting_on }) => waiting_on?.kind === 'knowledge');
  assert.equal(state, 'queued');
});

/** A tenant whose knowledge jobs hold every place of a worker does not keep another tenant waiting. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { KNOWLEDGE_STEPS } from '../../../domain/workers.ts';
import type { Client } from '../../support/service/client.ts';
import { modelSettings, plainReply, serveModel } from '../../support/servers/scripted-model.ts';
import { openSystem } from '../../support/service/system.ts';

const model = await serveModel((call) =>
  [call.body.input ?? []].flat().some((text) => text.includes('endless')) ? { hang: null } : plainReply(call),
);
const settings = modelSettings('vectors', model, { DIMENSIONS: '8', CALLS_AT_ONCE: '100' });
const system = openSystem({ ...settings, S3_BUCKET: `fair-${randomBytes(4).toString('hex')}` });
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const [many, few] = [await api.client(), await api.client({ tenant: 'other' })];

/** Adds a text to a dataset of its own, and starts to cognify it. */
async function cognify(client: Client, key: string, text: string): Promise<string> {
  const dataset = { dataset_key: key, display_name: key };
  await client.expect(201, 'POST', '/v1/knowledge/datasets', { body: dataset });
  const submit = async (kind: string, body: object): Promise<string> => {
    const path = `/v1/knowledge/${kind}/jobs`;
    const sent = { body: { dataset_key: key, ...body } };
    return (await client.expect<{ job_id: string }>(202, 'POST', path, sent)).job_id;
  };
  await client.waitFor(await submit('add', { inputs: [{ input_type: 'text', text }] }), 'succeeded');
  return submit('cognify', {});
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
  const { job_id } = await many.expect<{ job_id: string }>(202, 'POST', '/v1/knowledge/add/jobs', { body });
  const { state } = await many.waitUntil(job_id, 'waits', ({ waiting_on }) => waiting_on?.kind === 'knowledge');
  assert.equal(state, 'queued');
});

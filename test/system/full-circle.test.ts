/** The example of the full circle, with the embedding model of the test. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runFullCircle } from '../../examples/full-circle/full-circle.ts';
import { modelSettings, plainReply, serveModel } from '../support/scripted-model.ts';
import { openSystem } from '../support/system.ts';

const model = await serveModel(plainReply);
const system = openSystem(modelSettings('vectors', model, { DIMENSIONS: '8' }));
const [api] = await Promise.all([system.startApi(), system.startWorker()]);

test('documents become 50 questions, which the search answers and an evaluation judges', async () => {
  const folder = fileURLToPath(new URL('../../examples/full-circle/documents', import.meta.url));
  const files = readdirSync(folder).map((name) => `${folder}/${name}`);
  const { authorization } = await api.client({ tenant: 'circle', subject: 'ann' });
  const said: string[] = [];
  const client = {
    apiUrl: api.url,
    token: authorization.slice('Bearer '.length),
    say: (line: string) => said.push(line),
  };
  const { questions, means, report } = await runFullCircle(client, { files, key: 'circle', count: 50 });
  assert.equal(questions, 50, said.join('\n'));
  assert.ok((means['quality.correctness'] ?? 0) > 0.5, JSON.stringify(means));
  assert.match(report, /^<!doctype html>/i);
  assert.ok(report.includes('Full circle'));
});

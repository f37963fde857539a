/** The example of the full circle: without a language model, and with one, which is scripted. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runFullCircle } from '../../../examples/full-circle/full-circle.ts';
import { answerWithSentence, writeQuestions } from '../../support/servers/question-writer.ts';
import { plainReply, serveModel } from '../../support/servers/scripted-model.ts';
import { borrowSystem, sharedSystem } from '../../support/service/system.ts';

const askedFor: string[] = [];
const model = await serveModel((call) => {
  const name = call.body.response_format?.json_schema.name;
  if (name === undefined) return plainReply(call);
  askedFor.push(name);
  return name === 'answer' ? answerWithSentence(call) : writeQuestions(call);
});
const folder = fileURLToPath(new URL('../../../examples/full-circle/documents', import.meta.url));
const files = readdirSync(folder).map((name) => `${folder}/${name}`);
const WRITTEN = [
  'closed_book',
  'questions_comparison',
  'questions_multi_hop',
  'questions_single_hop',
  'questions_temporal',
];

const [withoutModel, withModel] = await Promise.all([
  sharedSystem(),
  borrowSystem('knowledge', { vectors: model.url, main: model.url }),
]);

for (const [generator, { api }, asked] of [
  ['rules', withoutModel, []],
  ['main', withModel, ['answer', ...WRITTEN]],
] as const) {
  test(`documents become 50 questions by ${generator}, which the search answers and an evaluation judges`, async () => {
    const { authorization } = await api.client({ subject: 'ann' });
    const said: string[] = [];
    const client = {
      apiUrl: api.url,
      token: authorization.slice('Bearer '.length),
      say: (line: string) => said.push(line),
    };
    const order = { files, key: 'circle', count: 50, generator };
    const { questions, means, report } = await runFullCircle(client, order);
    assert.equal(questions, 50, said.join('\n'));
    assert.ok((means['quality.correctness'] ?? 0) > 0.5, JSON.stringify(means));
    assert.match(report, /^<!doctype html>/i);
    assert.ok(report.includes('Full circle'));
    assert.deepEqual([...new Set(askedFor)].sort(), asked);
  });
}

/** `npm run judge:audit`: a judge against labels of people. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { infrastructure } from '../support/service/infrastructure.ts';
import { runNpmScript } from '../support/service/npm-script.ts';
import { jsonReply, modelSettings, serveModel } from '../support/servers/scripted-model.ts';

const folder = await mkdtemp(join(tmpdir(), 'judge-audit-'));
after(() => rm(folder, { recursive: true }));
const file = join(folder, 'cases.jsonl');

const MILL = 'The tide mill at Eling was built in 1418 and is owned by the district council.';
const QUESTION = 'When was the mill built?';
const grounded = (actual_output: string, label: boolean | number): object => ({
  user_input: QUESTION,
  actual_output,
  retrieval_contexts: [MILL],
  label,
});

const write = (...cases: readonly object[]): Promise<void> =>
  writeFile(file, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
const audit = (...args: readonly string[]) => runNpmScript('judge:audit', ['--cases', file, ...args]);

test('the built-in judge, with the cases that it leaves out', async () => {
  await write(
    grounded('The tide mill at Eling was built in 1418.', true),
    grounded('The mill was built by hoteliers from Paris in 1920.', false),
    grounded('The mill is owned by the district council.', 0.9),
    grounded('It is a\u2028famous hotel.', 0),
    grounded('1418', true),
  );
  const { code, output } = await audit();
  assert.equal(code, 0, output);
  assert.match(output, /rag\.faithfulness, judged by built_in: 4 cases\nunmeasured, short_span: 1\n/);
  assert.match(output, /\| AUC \| 1\.000 \| 1\.000 to 1\.000 \|/);
  assert.match(output, /\| kappa at the threshold 0\.5 \| 1\.000 \|/);
  assert.match(output, /\| AUC of the length of the answer \| 0\.\d{3} \|/);
  const insisted = await audit('--params', '{"accept_weak_judge": true}');
  assert.match(insisted.output, /: 5 cases\n\n/);
  // Of a metric that is better when it is lower, too.
  const { output: lower } = await audit('--metric', 'rag.hallucination');
  assert.match(lower, /\| AUC \| 1\.000 \|/);
  assert.match(lower, /\| kappa at the threshold 0\.5 \| 1\.000 \|/);
});

test('a model, with the cases for which it had no usable output', async () => {
  const fact = (actual_output: string, label: boolean): object => ({ actual_output, expected_output: '1418', label });
  await write(fact('In 1418.', true), fact('In 1920.', false), fact('In the year 1418.', true), fact('No idea', false));
  const server = await serveModel(({ body }) => {
    const text = body.messages?.map(({ content }) => content).join('\n') ?? '';
    if (text.includes('No idea')) return { text: 'not JSON' };
    return jsonReply({ reason: 'Compared.', verdict: text.includes('1920') ? 'wrong' : 'correct' });
  });
  const env = { ...infrastructure().env, ...modelSettings('strict', server) };
  const args = ['--cases', file, '--judge', 'strict', '--metric', 'quality.correctness'];
  const { code, output } = await runNpmScript('judge:audit', args, env);
  assert.equal(code, 0, output);
  assert.match(output, /quality\.correctness, judged by strict: 3 cases\nunmeasured, judge_failed: 1\n/);
  assert.match(output, /\| AUC \| 1\.000 \|/);
});

test('what cannot be audited is said', async () => {
  await write({ actual_output: 'x', label: 'good' });
  const wrong = await audit();
  assert.deepEqual([wrong.code, /cases\.jsonl:1 is no labelled case/.test(wrong.output)], [1, true], wrong.output);
  await write(grounded('x', true));
  for (const [args, message] of [
    [['--metric', 'rag.none'], /There is no metric rag\.none/],
    [['--judge', 'some_model', '--metric', 'text.bleu'], /text\.bleu cannot be judged by some_model/],
    [['--params', '{"accept_weak_judge": 3}'], /--params: \/accept_weak_judge must be boolean/],
    [['--params', '{'], /--params is not valid JSON/],
    [['--good', 'x'], /--good is not a number/],
  ] as const) {
    const { code, output } = await audit(...args);
    assert.equal(code, 1, output);
    assert.match(output, message);
  }
  assert.match((await runNpmScript('judge:audit', ['--cases', join(folder, 'absent')])).output, /There is no file/);
  assert.equal((await runNpmScript('judge:audit', [])).code, 2);
});

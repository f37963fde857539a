/**
 * Each evaluation route by itself: what it refuses, where and with which code. No worker runs, so nothing here waits
 * for a job.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { servedRoutes } from '../../../api/routes.ts';
import { newId } from '../../../domain/ids.ts';
import { createEvalDataset } from '../../support/evaluation/client.ts';
import { openSystem } from '../../support/service/system.ts';

const system = openSystem();
const api = await system.startApi();
const client = await api.client();
const { dataset_id: id } = await createEvalDataset(client);

interface Refused {
  readonly detail: readonly { readonly loc: readonly (string | number)[]; readonly type: string }[];
  readonly code: string;
}

/** Where a request is wrong, and how; for an error of another status, its code. */
async function refusal(method: string, path: string, body?: object): Promise<string> {
  const answer = await client.send<Refused>(method, `/v1/eval/${path}`, body ? { body } : {});
  if (answer.status !== 422) return `${answer.status} ${answer.body.code}`;
  return answer.body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`).join(', ');
}

const question = { user_input: 'Who?', actual_output: 'The board.', expected_output: 'The board' };
const asked = { user_input: 'Who?', expected_output: 'The board' };
const input = { type: 'inline_test_cases', test_cases: [question] };
const builtIn = { type: 'builtin_dataset', builtin_dataset_key: 'short_answers' };
const target = { type: 'api', endpoint_url: 'https://llm.example.com/v1' };
const synthetic = { type: 'synthetic_prompts', prompt_tokens: 10 };
const run = { eval_type: 'custom', input, metrics: [{ metric_key: 'text.exact_match' }] };
const locator = `service://objects/${newId('obj')}`;
const job = newId('job');
const missing = newId('dset');

/** What each route refuses: the request, and the answer. */
const REFUSALS: Readonly<
  Record<string, readonly (readonly [path: string, body: object | undefined, answer: string])[]>
> = {
  'GET engines': [],
  'GET metrics': [['metrics?evalType=none', undefined, 'query.evalType enum']],
  'POST sync': [
    [
      'sync',
      { ...run, input: { ...input, test_cases: Array.from({ length: 51 }, () => question) } },
      'body.input.test_cases maxItems',
    ],
    ['sync', run, '503 no_worker'],
  ],
  'POST jobs': [
    ['jobs', { ...run, metrics: [{ metric_key: 'text.unknown' }] }, 'body.metrics.0.metric_key metric_key'],
    [
      'jobs',
      { ...run, metrics: [{ metric_key: 'text.exact_match', params: { ignore_case: 3 } }] },
      'body.metrics.0.params.ignore_case metric_params',
    ],
    [
      'jobs',
      { ...run, metrics: [{ metric_key: 'text.token_f1' }, { metric_key: 'text.exact_match', threshold: 1.01 }] },
      'body.metrics.1.threshold metric_threshold',
    ],
    [
      'jobs',
      {
        ...run,
        metrics: [
          { metric_key: 'text.contains' },
          { metric_key: 'text.contains', params: { ignore_case: false } },
          { metric_key: 'text.contains', params: { all: false }, threshold: 0.5 },
        ],
      },
      'body.metrics.2.metric_key metric_repeated',
    ],
    [
      'jobs',
      {
        ...run,
        input: { ...input, test_cases: [asked, { ...asked, user_input: 'Where?' }] },
        metrics: [{ metric_key: 'text.exact_match' }, { metric_key: 'target.latency' }],
      },
      'body.metrics.0.metric_key field_missing, body.metrics.1.metric_key field_missing',
    ],
    [
      'jobs',
      { ...run, target, metrics: [{ metric_key: 'rag.faithfulness' }] },
      'body.metrics.0.metric_key field_missing',
    ],
    ['jobs', { ...run, input: { ...builtIn, limit: 1 } }, 'body.metrics.0.metric_key field_missing'],
    [
      'jobs',
      {
        ...run,
        eval_type: 'perf',
        input: synthetic,
        target,
        engine_options: { number: [1], parallel: [1] },
        metrics: [
          { metric_key: 'perf.success_rate', threshold: 99 },
          { metric_key: 'perf.qps', threshold: -1 },
          { metric_key: 'perf.qps' },
        ],
      },
      'body.metrics.0.threshold metric_threshold, body.metrics.1.threshold metric_threshold, ' +
        'body.metrics.2.metric_key metric_repeated',
    ],
    ['jobs', { ...run, metrics: [] }, 'body.metrics missing'],
    [
      'jobs',
      { ...run, target: { type: 'api', price: { input_usd_per_million: 1e308, output_usd_per_million: 1e5 } } },
      'body.target.price.input_usd_per_million maximum',
    ],
    ['jobs', { ...run, engine_id: 'performance_evaluator' }, 'body.eval_type eval_engine'],
    [
      'jobs',
      { ...run, eval_type: 'perf' },
      'body.target performance, body.engine_options.number load, body.metrics.0.metric_key metric_key',
    ],
    ['jobs', { ...run, input: { ...input, test_cases: [] } }, 'body.input.test_cases minItems'],
    ['jobs', { ...run, input: { type: 'inline_test_cases' } }, 'body.input.test_cases missing'],
    ['jobs', { ...run, input: { ...input, limit: 1 } }, 'body.input.limit unused_member'],
    [
      'jobs',
      { ...run, input: { ...synthetic, test_cases: [question] } },
      'body.input.test_cases unused_member, body.input.type unused_member',
    ],
    [
      'jobs',
      { ...run, eval_type: 'perf', input: synthetic, metrics: [], target: { ...target, top_k: 3, temperature: 0 } },
      'body.target.top_k unused_member, body.target.temperature unused_member, body.engine_options.number load',
    ],
    [
      'jobs',
      { ...run, target: { ...target, system_prompt: 'x'.repeat(20_001) } },
      'body.target.system_prompt maxLength',
    ],
    ['jobs', { ...run, input: { type: 'builtin_dataset' } }, 'body.input.builtin_dataset_key eval_input'],
    [
      'jobs',
      { ...run, input: { ...builtIn, builtin_dataset_key: 'none' } },
      'body.input.builtin_dataset_key eval_input',
    ],
    [
      'jobs',
      { ...run, input: { ...builtIn, field_mapping: { user_input: 'none' } } },
      'body.input.field_mapping.user_input eval_input',
    ],
    [
      'jobs',
      { ...run, input: { ...builtIn, field_mapping: { tool_calls: 'user_input' } } },
      'body.input.field_mapping.tool_calls eval_input',
    ],
    [
      'jobs',
      { ...run, input: { ...builtIn, field_mapping: { actual_output: 'right_output' }, dataset_id: id } },
      'body.input.dataset_id unused_member',
    ],
    [
      'jobs',
      { ...run, input: { ...input, test_cases: [{ ...question, answer: 'The board.' }] } },
      'body.input.test_cases.0.answer unknown_member',
    ],
  ],
  'GET jobs/{jobId}/result': [[`jobs/${job}/result`, undefined, '404 not_found']],
  'POST compare': [
    ['compare', { baseline: job, candidate: job }, '404 not_found'],
    ['compare', { baseline: 'job_1' }, 'body.candidate missing, body.baseline pattern'],
  ],
  'POST datasets': [
    ['datasets', { dataset_key: 'a b', display_name: '' }, 'body.dataset_key pattern, body.display_name minLength'],
  ],
  'GET builtin-datasets': [],
  'GET datasets': [['datasets?limit=0', undefined, 'query.limit minimum']],
  'GET datasets/{datasetId}': [[`datasets/${missing}`, undefined, '404 not_found']],
  'DELETE datasets/{datasetId}': [[`datasets/${missing}`, undefined, '404 not_found']],
  'POST datasets/{datasetId}/versions': [
    [`datasets/${missing}/versions`, { rows: [{}] }, '404 not_found'],
    [`datasets/${id}/versions`, { rows: [] }, 'body.rows minItems'],
  ],
  'GET datasets/{datasetId}/versions': [
    [`datasets/${missing}/versions`, undefined, '404 not_found'],
    [`datasets/${id}/versions?limit=0`, undefined, 'query.limit minimum'],
  ],
  'GET datasets/{datasetId}/rows': [
    [`datasets/${id}/rows`, undefined, '404 not_found'],
    [`datasets/${id}/rows?version=0`, undefined, 'query.version minimum'],
  ],
  'POST datasets/{datasetId}/imports': [
    [`datasets/${missing}/imports`, { type: 'object', locator }, '404 not_found'],
    [`datasets/${id}/imports`, { type: 'object', locator }, 'body.locator import_source'],
    [`datasets/${id}/imports`, { type: 'none' }, 'body.type enum'],
  ],
  'GET imports/{jobId}/result': [[`imports/${job}/result`, undefined, '404 not_found']],
};

test('the refusals of every evaluation route are tested', () => {
  const routes = servedRoutes('dev').filter(({ path }) => path.startsWith('/v1/eval/'));
  const names = routes.map(({ method, path }) => `${method} ${path.slice('/v1/eval/'.length)}`);
  assert.deepEqual(Object.keys(REFUSALS).toSorted(), names.toSorted());
});

for (const [route, requests] of Object.entries(REFUSALS)) {
  test(`${route} says what is wrong with a request, and where`, async () => {
    const [method = ''] = route.split(' ');
    for (const [path, body, answer] of requests) assert.equal(await refusal(method, path, body), answer, path);
  });
}

/**
 * Every operation whose requests are costly, sent forty times at once with the most that it may ask for, while another
 * tenant asks for little.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { after, test } from 'node:test';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { routes } from '../../../api/routes.ts';
import type { SynthesisResult } from '../../../api/synthesis/result-schemas.ts';
import { addRows, createEvalDataset } from '../../support/evaluation/client.ts';
import { cognifiedTexts, search } from '../../support/knowledge/client.ts';
import type { Client, Sent } from '../../support/service/client.ts';
import { openLoopbackServer } from '../../support/servers/loopback-server.ts';
import { modelSettings, plainReply, scriptModel } from '../../support/servers/scripted-model.ts';
import { sharedSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

const AT_ONCE = 40;

/** The processes that the API has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const system = await sharedSystem();
const { listener } = scriptModel(plainReply);
/** Called with each request to the model while it is not to answer. */
let onHeld: (() => void) | null = null;
const model = await openLoopbackServer((request, response) => (onHeld ? onHeld() : listener(request, response)));
const vectors = modelSettings('vectors', { url: `${model.origin}/v1` }, { DIMENSIONS: '8', CONTEXT_TOKENS: '512' });
const api = await system.startApi(vectors);
const childrenAtFirst = childrenOf(api.process.pid).length;
after(() => model.close());
const [greedy, other] = await Promise.all([api.client(), api.client()]);

const NAMES = ['Katherine', 'Catherine', 'Marsh', 'Marshe', 'Acme', 'Works', 'Plant', 'Quay', 'Carrow', 'Norwich'];
const nameAt = (at: number): string => [1, 3, 7].map((step) => NAMES[(at * step + step) % NAMES.length]).join(' ');
const texts = Array.from({ length: 12 }, (_, document) => ({
  label: `Text ${document}`,
  text: Array.from({ length: 40 }, (_, at) => `${nameAt(document * 40 + at)} lives in ${nameAt(document + at)}.`).join(
    ' ',
  ),
}));
const key = 'greedy';
const datasetId = await cognifiedTexts(greedy, key, texts);
await cognifiedTexts(other, 'small', [{ label: 'Mill', text: 'Carrow Mill was built in 1783.' }]);
const { items } = await greedy.expect<{ items: readonly { document_id: string }[] }>(
  ...([200, 'GET', `/v1/knowledge/datasets/${datasetId}/documents`] as const),
);
const documentId = items[0]?.document_id ?? assert.fail();
const parsed = await greedy.submitOne(
  `service://objects/${(await greedy.upload(Buffer.from('# Words.'), 'a.md')).object_id}`,
);
await greedy.waitFor(parsed, 'succeeded');
const parsedDocument = (await greedy.result(parsed)).document.document_id;
const evaluation = await greedy.expect<EvalQualityResult>(200, 'POST', '/v1/eval/sync', {
  body: {
    eval_type: 'custom',
    metrics: [{ metric_key: 'text.exact_match' }],
    input: {
      type: 'inline_test_cases',
      test_cases: Array.from({ length: 50 }, (_, at) => ({
        user_input: `Question ${at}`,
        actual_output: 'Paris',
        expected_output: at % 2 === 0 ? 'Paris' : 'Lyon',
      })),
    },
  },
});
const contexts = [{ title: 'Carrow Mill', text: 'Carrow Mill was built in 1783. Carrow Mill is located in Norwich.' }];
const synthesis = await greedy.expect<SynthesisResult>(200, 'POST', '/v1/synthesis/sync', {
  body: { count: 1, input: { type: 'contexts', contexts } },
});
const rows = await createEvalDataset(greedy);
await addRows(greedy, rows.dataset_id, [{ user_input: 'Where?', expected_output: 'x'.repeat(100_000) }]);

const values = (prefix: string): string[] => Array.from({ length: 1000 }, (_, at) => prefix + at);
const dataset = `/v1/knowledge/datasets/${datasetId}`;

/** By operation: the largest request, and the statuses beside 2xx that it may be answered with. */
const LARGEST: Readonly<
  Record<string, { readonly path: string; readonly sent?: Sent; readonly also?: readonly number[] }>
> = {
  getParseResult: { path: `/v1/parse/jobs/${parsed}/result` },
  getDocument: { path: `/v1/documents/${parsedDocument}` },
  listKnowledgeDatasets: { path: '/v1/knowledge/datasets?limit=500' },
  getKnowledgeGraph: { path: `${dataset}/graph?limit=500` },
  getKnowledgeGraphPage: { path: `${dataset}/graph.html?limit=10000` },
  getKnowledgeGraphMl: { path: `${dataset}/graph.graphml?limit=100000` },
  getKnowledgeGraphJsonLd: { path: `${dataset}/graph.jsonld?limit=100000` },
  listKnowledgeConflicts: { path: `${dataset}/graph/conflicts?limit=500` },
  listKnowledgeCommunities: { path: `${dataset}/communities?limit=200` },
  listKnowledgeDocuments: { path: `${dataset}/documents?limit=500` },
  listKnowledgeChunks: { path: `${dataset}/documents/${documentId}/chunks?limit=100` },
  mergeKnowledgeEntities: {
    path: `${dataset}/entities/merge`,
    sent: { body: { names: [nameAt(1), nameAt(2)].map((name) => name.toLowerCase()) } },
    also: [409, 422],
  },
  splitKnowledgeEntities: {
    path: `${dataset}/entities/split`,
    sent: { body: { name: nameAt(3).toLowerCase(), senses: [{ document_ids: [documentId] }] } },
    also: [409, 422],
  },
  listKnowledgeCorrections: { path: `${dataset}/entities/corrections?limit=500` },
  listKnowledgeMergeCandidates: { path: `${dataset}/entities/candidates?threshold=0.5&limit=500` },
  undoKnowledgeCorrection: { path: `${dataset}/entities/corrections/4711`, also: [404] },
  undoKnowledgeCorrections: { path: `${dataset}/entities/corrections?job_id=${parsed}`, also: [404] },
  searchKnowledge: {
    path: '/v1/knowledge/search',
    sent: {
      body: {
        query_text: values('word').join(' ').slice(0, 9900),
        top_k: 100,
        dataset_keys: [key],
        filters: {
          document_ids: values('doc_'),
          object_ids: values('obj_'),
          tags: values('tag'),
          node_sets: values('set'),
        },
      },
    },
  },
  getEvalJobResult: { path: `/v1/eval/jobs/${evaluation.job_id}/result` },
  compareEvalRuns: {
    path: '/v1/eval/compare',
    sent: { body: { baseline: evaluation.job_id, candidate: evaluation.job_id } },
  },
  listEvalDatasetRows: { path: `/v1/eval/datasets/${rows.dataset_id}/rows?limit=500` },
  getSynthesisJobResult: { path: `/v1/synthesis/jobs/${synthesis.job_id}/result?limit=1000` },
};

const costly = routes.filter(({ cost }) => typeof cost === 'function');

test('each operation with a cost is tried, and no other', () => {
  assert.deepEqual(Object.keys(LARGEST).sort(), costly.map(({ operationId }) => operationId).sort());
});

for (const { operationId, method } of costly) {
  test(`forty at once of ${operationId}: each is answered or refused by name, and another tenant is served`, async () => {
    const { path, sent, also = [] } = LARGEST[operationId] ?? assert.fail();
    const all = Array.from({ length: AT_ONCE }, () => greedy.send<{ code?: string }>(method, path, sent));
    await servesOthers(other);
    for (const { status, body, headers } of await Promise.all(all)) {
      if (status === 429) {
        assert.equal(body.code, 'too_much_at_once');
        assert.ok(Number(headers.get('retry-after')) >= 1);
      } else assert.ok((status >= 200 && status < 300) || also.includes(status), `${status}: ${JSON.stringify(body)}`);
    }
  });
}

/** None of its requests is refused, or fails. */
async function servesOthers(client: Client): Promise<void> {
  await client.expect(200, 'GET', '/v1/health/live');
  await client.expect(200, 'GET', '/v1/jobs');
  assert.equal((await search(client, 'small', 'When was Carrow Mill built?')).results.length, 1);
}

test('one process serves at first; the first of these requests starts the one in reserve', () => {
  assert.deepEqual([childrenAtFirst, childrenOf(api.process.pid).length], [1, 2]);
});

test('none of it ended a process', async () => {
  const counted = await (await fetch(new URL('/metrics', api.url))).text();
  assert.match(counted, /^tidemill_costly_processes_ended_total 0$/m);
  assert.match(counted, /^tidemill_costly_turns 0$/m);
});

test('what clients leave behind counts until it has ended, and keeps nobody else waiting', async () => {
  const paths = [`${dataset}/entities/candidates?limit=500`, `${dataset}/graph.html`];
  const leaving = new AbortController();
  const left = Array.from({ length: 2 * AT_ONCE }, (_, at) =>
    greedy.stream(paths[at % 2] ?? '', {}, undefined, leaving.signal).then(
      (answer) => answer.body?.cancel(),
      () => undefined,
    ),
  );
  await servesOthers(other);
  leaving.abort();
  await servesOthers(other);
  await Promise.all(left);
  await until('no turn is held', async () => {
    const counted = await (await fetch(new URL('/metrics', api.url))).text();
    assert.match(counted, /^tidemill_costly_processes_ended_total 0$/m);
    return /^tidemill_costly_turns 0$/m.test(counted) ? true : undefined;
  });
});

test('a request whose process ends is refused by name, and the next process serves', async () => {
  const held = new Promise<void>((resolve) => (onHeld = resolve));
  const body = { query_text: 'Who lives in Carrow?', dataset_keys: [key] };
  const asked = greedy.send<{ code?: string }>('POST', '/v1/knowledge/search', { body });
  await held;
  const ended = childrenOf(api.process.pid);
  for (const pid of ended) process.kill(pid, 'SIGKILL');
  const { status, body: problem, headers } = await asked;
  assert.deepEqual([status, problem.code], [503, 'overloaded']);
  assert.ok(Number(headers.get('retry-after')) >= 1);
  onHeld = null;
  await until('the next process serves', async () => {
    const next = await greedy.send('POST', '/v1/knowledge/search', { body });
    return next.status === 200 ? true : undefined;
  });
  assert.ok(childrenOf(api.process.pid).every((pid) => !ended.includes(pid)));
});

test('a request is served by the process that is ready first', async () => {
  const ended = childrenOf(api.process.pid);
  for (const pid of ended) process.kill(pid, 'SIGKILL');
  const ordinary = await until('the next ordinary process starts', async () =>
    childrenOf(api.process.pid).find((pid) => !ended.includes(pid) && getPriority(pid) > getPriority()),
  );
  process.kill(ordinary, 'SIGSTOP');
  await servesOthers(other);
  process.kill(ordinary, 'SIGKILL');
});

test('a client that leaves while it waits gives its turns back', async () => {
  const held = new Promise<void>((resolve) => (onHeld = resolve));
  const leaving = new AbortController();
  const body = { query_text: 'Who lives in Norwich?', dataset_keys: [key] };
  const asked = greedy.stream('/v1/knowledge/search', { Accept: 'application/json' }, body, leaving.signal);
  await held;
  leaving.abort();
  await assert.rejects(asked);
  onHeld = null;
  await until('no turn is held', async () => {
    const counted = await (await fetch(new URL('/metrics', api.url))).text();
    return /^tidemill_costly_turns 0$/m.test(counted) ? true : undefined;
  });
});

test('a process ends with the API that started it, however that ends', async () => {
  const started = childrenOf(api.process.pid);
  assert.ok(started.length > 0);
  await api.process.kill();
  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await until('they have ended', async () => (started.some(isRunning) ? undefined : true));
});

/**
 * Each knowledge route by itself: what it refuses, where and with which code. No worker runs, so nothing here waits for
 * a job.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnowledgeDataset } from '../../../api/knowledge/datasets/schemas.ts';
import { servedRoutes } from '../../../api/routes.ts';
import { newId } from '../../../domain/ids.ts';
import type { Client } from '../../support/service/client.ts';
import { createDataset } from '../../support/knowledge/client.ts';
import { modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import { openSystem } from '../../support/service/system.ts';

const model = await serveModel();
const system = openSystem({
  ...modelSettings('vectors', model, { DIMENSIONS: '8', KIND: 'embedding' }),
  EMBED_MODEL: 'vectors',
});
const api = await system.startApi();
const client = await api.client({ tenant: 'knowledge-requests' });
const id = await createDataset(client, 'handbook');

interface Refused {
  readonly detail: readonly { readonly loc: readonly (string | number)[]; readonly type: string }[];
  readonly code: string;
}

/** Where a request is wrong, and how; for an error of another status, its code. */
async function refusal(method: string, path: string, body?: object, caller: Client = client): Promise<string> {
  const answer = await caller.send<Refused>(method, `/v1/knowledge/${path}`, body ? { body } : {});
  if (answer.status !== 422) return `${answer.status} ${answer.body.code}`;
  return answer.body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`).join(', ');
}

const text = { input_type: 'text', text: 'Words.' };
const missing = newId('dset');

/** What each route refuses: the request, and the answer. */
const REFUSALS: Readonly<
  Record<string, readonly (readonly [path: string, body: object | undefined, answer: string])[]>
> = {
  'POST datasets': [
    ['datasets', { dataset_key: 'handbook', display_name: 'Again' }, '409 dataset_exists'],
    ['datasets', { dataset_key: 'a b', display_name: '' }, 'body.dataset_key pattern, body.display_name minLength'],
  ],
  'GET datasets': [['datasets?limit=0', undefined, 'query.limit minimum']],
  'GET datasets/{datasetId}': [[`datasets/${missing}`, undefined, '404 not_found']],
  'PATCH datasets/{datasetId}': [
    [`datasets/${id}`, {}, 'body minProperties'],
    [`datasets/${id}`, { dataset_key: 'other' }, 'body.dataset_key unknown_member'],
    [`datasets/${missing}`, { tags: [] }, '404 not_found'],
  ],
  'DELETE datasets/{datasetId}': [[`datasets/${missing}`, undefined, '404 not_found']],
  'POST datasets/{datasetId}/embedding/jobs': [
    [`datasets/${id}/embedding/jobs`, { model: 'unknown' }, '409 model_not_configured'],
    [`datasets/${missing}/embedding/jobs`, {}, '404 not_found'],
  ],
  'GET datasets/{datasetId}/documents': [
    [`datasets/${id}/documents?cursor=%25`, undefined, 'query.cursor pattern'],
    [`datasets/${missing}/documents`, undefined, '404 not_found'],
  ],
  'GET datasets/{datasetId}/documents/{documentId}': [
    [`datasets/${id}/documents/${newId('doc')}`, undefined, '404 not_found'],
  ],
  'GET datasets/{datasetId}/documents/{documentId}/chunks': [
    [`datasets/${id}/documents/${newId('doc')}/chunks`, undefined, '404 not_found'],
    [`datasets/${id}/documents/${newId('doc')}/chunks?limit=101`, undefined, 'query.limit maximum'],
  ],
  'GET datasets/{datasetId}/documents/{documentId}/markdown-url': [
    [`datasets/${id}/documents/${newId('doc')}/markdown-url`, undefined, '404 not_found'],
  ],
  'GET datasets/{datasetId}/documents/{documentId}/source-url': [
    [`datasets/${id}/documents/${newId('doc')}/source-url`, undefined, '404 not_found'],
  ],
  'DELETE datasets/{datasetId}/documents': [
    [`datasets/${id}/documents`, undefined, 'query.object_id document_selection'],
    [`datasets/${id}/documents?node_set=a&object_id=${newId('obj')}`, undefined, 'query.object_id document_selection'],
  ],
  'DELETE datasets/{datasetId}/documents/{documentId}': [
    [`datasets/${id}/documents/${newId('doc')}`, undefined, '404 not_found'],
  ],
  'GET datasets/{datasetId}/graph': [
    [`datasets/${missing}/graph`, undefined, '404 not_found'],
    [`datasets/${id}/graph?cursor=A`, undefined, 'query.cursor cursor'],
    [`datasets/${id}/graph?cursor=AA`, undefined, 'query.cursor cursor'],
  ],
  'GET datasets/{datasetId}/graph/conflicts': [
    [`datasets/${missing}/graph/conflicts`, undefined, '404 not_found'],
    [`datasets/${id}/graph/conflicts?cursor=AA`, undefined, 'query.cursor cursor'],
  ],
  'GET datasets/{datasetId}/graph.graphml': [
    [`datasets/${missing}/graph.graphml`, undefined, '404 not_found'],
    [`datasets/${id}/graph.graphml?limit=0`, undefined, 'query.limit minimum'],
  ],
  'GET datasets/{datasetId}/graph.html': [
    [`datasets/${missing}/graph.html`, undefined, '404 not_found'],
    [`datasets/${id}/graph.html?limit=10001`, undefined, 'query.limit maximum'],
  ],
  'GET datasets/{datasetId}/graph.jsonld': [
    [`datasets/${missing}/graph.jsonld`, undefined, '404 not_found'],
    [`datasets/${id}/graph.jsonld?limit=100001`, undefined, 'query.limit maximum'],
  ],
  'POST datasets/{datasetId}/entities/merge': [
    [`datasets/${missing}/entities/merge`, { names: ['Ada', 'Bo'] }, '404 not_found'],
    [`datasets/${id}/entities/merge`, { names: ['Ada'] }, 'body.names minItems'],
    [`datasets/${id}/entities/merge`, { names: ['Ada', 'Bo'] }, 'body.names.0 entity, body.names.1 entity'],
    [`datasets/${id}/entities/merge`, { names: ['Ada', 'Bo'], main: 'Cy' }, 'body.main entity'],
  ],
  'POST datasets/{datasetId}/entities/split': [
    [`datasets/${missing}/entities/split`, { names: ['Ada', 'Bo'] }, '404 not_found'],
    [`datasets/${id}/entities/split`, { names: ['Ada', 'Bo'] }, 'body.names.0 entity, body.names.1 entity'],
    [`datasets/${id}/entities/split`, { name: 'Ada', senses: [] }, 'body.senses minItems'],
    [`datasets/${id}/entities/split`, { name: 'Ada' }, 'body.senses missing'],
    [`datasets/${id}/entities/split`, { names: ['Ada'] }, 'body.names minItems'],
    [
      `datasets/${id}/entities/split`,
      { name: 'Ada', senses: [{ document_ids: ['doc_unknown'] }] },
      'body.name entity, body.senses.0.document_ids.0 entity',
    ],
  ],
  'GET datasets/{datasetId}/entities/candidates': [
    [`datasets/${missing}/entities/candidates`, undefined, '404 not_found'],
    [`datasets/${id}/entities/candidates?threshold=0`, undefined, 'query.threshold minimum'],
  ],
  'GET datasets/{datasetId}/entities/corrections': [
    [`datasets/${missing}/entities/corrections`, undefined, '404 not_found'],
    [`datasets/${id}/entities/corrections?job_id=x`, undefined, 'query.job_id pattern'],
  ],
  'DELETE datasets/{datasetId}/entities/corrections': [
    [`datasets/${missing}/entities/corrections?job_id=${newId('job')}`, undefined, '404 not_found'],
    [`datasets/${id}/entities/corrections`, undefined, 'query.job_id missing'],
  ],
  'DELETE datasets/{datasetId}/entities/corrections/{correctionId}': [
    [`datasets/${id}/entities/corrections/17`, undefined, '404 not_found'],
    [`datasets/${missing}/entities/corrections/17`, undefined, '404 not_found'],
  ],
  'GET datasets/{datasetId}/communities': [
    [`datasets/${missing}/communities`, undefined, '404 not_found'],
    [`datasets/${id}/communities?parent=x`, undefined, 'query.parent pattern'],
    [`datasets/${id}/communities?parent=1&level=1`, undefined, 'query.level value'],
  ],
  'GET datasets/{datasetId}/rules': [[`datasets/${missing}/rules`, undefined, '404 not_found']],
  'POST add/jobs': [
    ['add/jobs', { inputs: [text] }, 'body.dataset_id dataset_selector'],
    ['add/jobs', { dataset_id: id, dataset_key: 'handbook', inputs: [text] }, 'body.dataset_id dataset_selector'],
    ['add/jobs', { dataset_key: 'unknown', inputs: [text] }, '404 not_found'],
    ['add/jobs', { dataset_id: id, inputs: [] }, 'body.inputs minItems'],
    ['add/jobs', { dataset_id: id, inputs: [text, { input_type: 'text' }] }, 'body.inputs.1.text knowledge_input'],
    [
      'add/jobs',
      { dataset_id: id, inputs: [{ ...text, uri: 'https://example.com/' }] },
      'body.inputs.0.uri knowledge_input',
    ],
    [
      'add/jobs',
      { dataset_id: id, inputs: [{ input_type: 'uri', uri: 's3://tidemill/a' }] },
      'body.inputs.0.uri knowledge_input',
    ],
    [
      'add/jobs',
      { dataset_id: id, inputs: [{ input_type: 'object_id', object_id: newId('obj') }] },
      'body.inputs.0.object_id object',
    ],
  ],
  'POST cognify/jobs': [
    ['cognify/jobs', { dataset_key: 'unknown' }, '404 not_found'],
    [
      'cognify/jobs',
      { dataset_id: id, graph_prompt_profile: 'none' },
      'body.graph_prompt_profile graph_prompt_profile',
    ],
    [
      'cognify/jobs',
      { dataset_id: id, chunking: { target_tokens: 100, overlap_tokens: 50 } },
      'body.chunking.overlap_tokens overlap_tokens',
    ],
    ['cognify/jobs', { dataset_id: id, dry_run: true, max_tokens: 1 }, 'body.max_tokens unused_member'],
  ],
  'POST memify/jobs': [
    ['memify/jobs', { dataset_key: 'unknown' }, '404 not_found'],
    ['memify/jobs', { dataset_id: id, node_names: ['unknown'] }, 'body.node_names.0 memify'],
    [
      'memify/jobs',
      { dataset_id: id, pipeline: 'session_persistence', node_type: 'entity' },
      'body.node_type unused_member',
    ],
    [
      'memify/jobs',
      { dataset_id: id, pipeline: 'session_persistence', session_ids: ['unknown'] },
      'body.session_ids.0 memify',
    ],
  ],
  'GET jobs/{jobId}/result': [[`jobs/${newId('job')}/result`, undefined, '404 not_found']],
  'POST search': [
    ['search', { query_text: 'Who approves travel?', dataset_keys: ['unknown'] }, '404 not_found'],
    ['search', { query_text: '', top_k: 0 }, 'body.query_text minLength, body.top_k minimum'],
    [
      'search',
      { query_text: 'Who?', search_type: 'TRIPLETS', hops: 1, rerank: true },
      'body.hops unused_member, body.rerank unused_member',
    ],
  ],
  'GET sessions': [['sessions?limit=0', undefined, 'query.limit minimum']],
  'GET sessions/{sessionId}': [['sessions/unknown', undefined, '404 not_found']],
  'DELETE sessions/{sessionId}': [['sessions/unknown', undefined, '404 not_found']],
  'POST feedback': [
    ['feedback', { rating: 'up' }, 'body.query_text value'],
    ['feedback', { rating: 'up', query_text: 'Who?', chunk_ids: ['1'] }, '404 not_found'],
    ['feedback', { rating: 'up', session_id: 'unknown' }, '404 not_found'],
  ],
  'GET feedback': [['feedback?limit=0', undefined, 'query.limit minimum']],
  'DELETE feedback/{feedbackId}': [['feedback/1', undefined, '404 not_found']],
};

test('the refusals of every knowledge route are tested', () => {
  const routes = servedRoutes('dev').filter(({ path }) => path.startsWith('/v1/knowledge/'));
  const names = routes.map(({ method, path }) => `${method} ${path.slice('/v1/knowledge/'.length)}`);
  assert.deepEqual(Object.keys(REFUSALS).toSorted(), names.toSorted());
});

for (const [route, requests] of Object.entries(REFUSALS)) {
  test(`${route} says what is wrong with a request, and where`, async () => {
    const [method = ''] = route.split(' ');
    for (const [path, body, answer] of requests) assert.equal(await refusal(method, path, body), answer, path);
  });
}

test('no route finds a dataset of another tenant, or opens one that is private to another subject', async () => {
  const body = { dataset_key: 'private', display_name: 'Private', access_policy: { access_level: 'private' } };
  const own = await client.expect<KnowledgeDataset>(201, 'POST', '/v1/knowledge/datasets', { body });
  const routes = [
    ...['', '/documents', '/graph', '/rules'].map((path) => ['GET', `datasets/${own.dataset_id}${path}`] as const),
    ['GET', `datasets/${own.dataset_id}/entities/candidates`],
    ['GET', `datasets/${own.dataset_id}/entities/corrections`],
    ['DELETE', `datasets/${own.dataset_id}/entities/corrections/17`],
    ['POST', `datasets/${own.dataset_id}/entities/merge`, { names: ['Ada', 'Bo'] }],
    ['POST', `datasets/${own.dataset_id}/entities/split`, { names: ['Ada', 'Bo'] }],
    ['DELETE', `datasets/${own.dataset_id}`],
    ['PATCH', `datasets/${own.dataset_id}`, { tags: [] }],
    ['POST', 'add/jobs', { dataset_id: own.dataset_id, inputs: [text] }],
    ['POST', 'cognify/jobs', { dataset_id: own.dataset_id }],
    ['POST', 'memify/jobs', { dataset_id: own.dataset_id }],
    ['POST', `datasets/${own.dataset_id}/embedding/jobs`, {}],
    ['POST', 'search', { query_text: 'Who approves travel?', dataset_keys: ['private'] }],
  ] as const;
  const [stranger, colleague] = [await api.client(), await api.client({ tenant: client.tenant, subject: 'another' })];
  for (const [method, path, request] of routes) {
    assert.equal(await refusal(method, path, request, stranger), '404 not_found', `${method} ${path}`);
    // A search over several datasets does not tell which of them is there.
    const denied = path === 'search' ? '404 not_found' : '403 access_denied';
    assert.equal(await refusal(method, path, request, colleague), denied, `${method} ${path}`);
  }
});

test('a permanent dataset is deleted only by force', async () => {
  const body = { dataset_key: 'archive', display_name: 'Archive', retention_class: 'permanent' };
  const { dataset_id } = await client.expect<KnowledgeDataset>(201, 'POST', '/v1/knowledge/datasets', { body });
  assert.equal(await refusal('DELETE', `datasets/${dataset_id}`), '409 dataset_permanent');
  await client.expect(202, 'DELETE', `/v1/knowledge/datasets/${dataset_id}?force=true`);
  assert.equal(await refusal('GET', `datasets/${dataset_id}`), '404 not_found');
});

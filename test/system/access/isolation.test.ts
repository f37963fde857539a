import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { JobStatusDetail } from '../../../api/jobs/schemas.ts';
import type { ParseBatchJobAccepted } from '../../../api/parse/schemas.ts';
import { routes } from '../../../api/routes.ts';
import { newId } from '../../../domain/ids.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';

// Datasets have an embedding model; nothing listens there.
const MODEL = { MODEL_EMBEDDER_URL: 'http://127.0.0.1:9/v1', MODEL_EMBEDDER_ID: 'multilingual-e5-small' };
const system = openSystem(MODEL);
const page = articlePage('Page', 'It has words.');
const pages = await servePages({ 'page.html': page, 'other.html': page });
const api = await system.startApi();
const owner = await api.client();
const stranger = await api.client();
const worker = await system.startWorker();
const { batch_id: batchId, jobs } = await owner.expect<Static<typeof ParseBatchJobAccepted>>(
  202,
  'POST',
  '/v1/parse/jobs',
  { body: { sources: [pages.url('page.html'), pages.url('other.html')] } },
);
const parsedJobId = jobs[0]?.job_id ?? '';
await owner.waitFor(parsedJobId, 'succeeded');
const { document_id: documentId } = (await owner.result(parsedJobId)).document;
await worker.kill();
// Nothing runs from here on.
const jobId = await owner.submitOne(pages.url('page.html'));
const object = await owner.upload(Buffer.from('Words.'), 'words.txt');
const session = await owner.send<{ upload_id: string }>('POST', '/v1/storage/uploads', { body: { filename: 'a.txt' } });

const dataset = await owner.expect<{ dataset_id: string }>(201, 'POST', '/v1/knowledge/datasets', {
  body: { dataset_key: 'own', display_name: 'Own' },
});

const evaluationDataset = await owner.expect<{ dataset_id: string }>(201, 'POST', '/v1/eval/datasets', {
  body: { dataset_key: 'own', display_name: 'Own' },
});

await owner.expect(200, 'POST', '/v1/knowledge/search', {
  body: { query_text: 'When is high water?', search_type: 'CHUNKS_LEXICAL', session_id: 'own-session' },
});

test('a job that has not ended has no result yet: 409 with its status', async () => {
  const answer = await owner.send<Static<typeof JobStatusDetail>>('GET', `/v1/parse/jobs/${jobId}/result`);
  assert.deepEqual([answer.status, answer.body.state, answer.body.job_id], [409, 'queued', jobId]);
});

const identifiers = {
  jobId: { own: jobId, unknown: [newId('job'), 'job_1', 'temporal-sys-scanner', '..%2f..', '%00'] },
  objectId: { own: object.object_id, unknown: [newId('obj'), jobId, 'nonsense', '%27'] },
  batchId: { own: batchId ?? '', unknown: [newId('bat'), jobId, 'nonsense', '%27'] },
  documentId: { own: documentId, unknown: [newId('doc'), jobId, 'nonsense', '%27'] },
  datasetId: { own: dataset.dataset_id, unknown: [newId('dset'), jobId, 'nonsense', '%27'] },
  evaluationDatasetId: {
    own: evaluationDataset.dataset_id,
    unknown: [newId('evds'), dataset.dataset_id, 'nonsense', '%27'],
  },
  uploadId: { own: session.body.upload_id, unknown: [newId('upl'), jobId, 'nonsense', '%27'] },
  sessionId: { own: 'own-session', unknown: ['another-session', jobId] },
  // There is none: a rating needs a passage. knowledge-feedback.test.ts has those of others.
  feedbackId: { own: '888888888', unknown: ['999999999'] },
};
const isIdentifier = (name: string): name is keyof typeof identifiers => Object.hasOwn(identifiers, name);

/**
 * Bodies of the operations that need one: an error in the body must not be reported before the check that hides the
 * resource.
 */
const bodies: Readonly<Record<string, object>> = {
  '/v1/jobs/{jobId}': { priority: 5 },
  '/v1/storage/objects/{objectId}': { tags: ['mine'] },
  '/v1/knowledge/datasets/{datasetId}': { tags: ['mine'] },
  '/v1/knowledge/datasets/{datasetId}/embedding/jobs': {},
  '/v1/knowledge/datasets/{datasetId}/entities/merge': { names: ['mill', 'weir'] },
  '/v1/knowledge/datasets/{datasetId}/entities/split': { names: ['mill', 'weir'] },
  '/v1/eval/datasets/{datasetId}/versions': { rows: [{}] },
  '/v1/eval/datasets/{datasetId}/imports': { type: 'object' },
  '/v1/storage/uploads/{uploadId}/complete': { parts: [], checksum_sha256: '0'.repeat(64) },
};

for (const route of routes.filter(({ path }) => path.includes('{'))) {
  const parameter = /\{(\w+)\}/.exec(route.path)?.[1] ?? '';
  const name = route.path.startsWith('/v1/eval/datasets/') ? 'evaluationDatasetId' : parameter;
  const ids = isIdentifier(name) ? identifiers[name] : assert.fail(`${route.path} is not tested`);
  const sent = route.body ? { body: bodies[route.path] } : {};

  test(`${route.method} ${route.path} hides unknown resources and those of other tenants`, async () => {
    // What is inside of the resource is not looked up.
    const inside = route.path.includes('{correctionId}') ? '1' : newId('doc');
    const query = route.query?.required?.includes('job_id') === true ? `?job_id=${jobId}` : '';
    const address = route.path.replace(/(?<=\}.*)\{\w+\}/, inside) + query;
    const ask = (client: typeof owner, id: string) =>
      client.send<{ code: string }>(route.method, address.replace(`{${parameter}}`, id), sent);
    for (const id of ids.unknown) {
      const answer = await ask(owner, id);
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], id);
    }
    const foreign = await ask(stranger, ids.own);
    const unknown = await ask(stranger, ids.unknown[0] ?? '');
    const shown = (body: object, id: string) =>
      JSON.stringify(body)
        .replaceAll(id, 'ID')
        .replace(/"trace_id.*/, '');
    assert.deepEqual(
      [foreign.status, shown(foreign.body, ids.own)],
      [unknown.status, shown(unknown.body, ids.unknown[0] ?? '')],
    );
  });
}

test('another tenant’s object cannot be parsed', async () => {
  const { status } = await stranger.send('POST', '/v1/parse/jobs', { body: { sources: [object.locator] } });
  assert.equal(status, 422);
});

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { documentAiDirectory } from '../../../domain/parse/document-ai.ts';
import { obtainDocumentAi } from '../../../embedded/setup/document-ai.ts';
import { serveDocling } from '../../support/servers/docling.ts';
import { bmpOf, scanOf } from '../../support/documents/scans.ts';
import { openSystem } from '../../support/service/system.ts';

const system = openSystem({ DOCUMENT_AI_DIR: documentAiDirectory(process.env) });
before(() => obtainDocumentAi(documentAiDirectory(process.env), () => undefined));
const [api] = await Promise.all([system.startApi(), system.startWorker()]);

test('a picture waits for a worker with the document AI profile, reports it, and is read once there is one', async () => {
  const client = await api.client();
  const scan = bmpOf(
    await scanOf({ text: [{ x: 72, y: 100, text: 'The mill ground more corn this year.', size: 14 }] }),
  );
  const { locator } = await client.upload(scan, 'scan.bmp');
  const jobId = await client.submitOne(locator);
  await client.waitUntil(jobId, 'waits for a worker', ({ waiting_on }) => waiting_on?.task_queue === 'document-ai');
  const worker = await system.startWorker({ WORKER_PROFILES: 'document-ai' });
  await client.waitFor(jobId, 'succeeded');
  const { document } = await client.result(jobId);
  assert.match(document.markdown ?? '', /The mill ground more corn this year\./);
  assert.partialDeepStrictEqual(document, { engine_id: 'document_ai_converter' });
  await worker.kill();
});

test('with DOCLING_URL the profile needs no models', async () => {
  const docling = await serveDocling({
    submit: [{ body: { task_id: 'one', task_status: 'pending' } }],
    poll: [{ body: { task_id: 'one', task_status: 'success' } }],
    result: [{ body: { document: { md_content: '# From elsewhere\n' }, status: 'success', errors: [] } }],
  });
  const settings = { WORKER_PROFILES: 'document-ai', DOCLING_URL: docling.url, DOCUMENT_AI_DIR: '/nowhere' };
  await system.startWorker(settings);
  const client = await api.client();
  const { locator } = await client.upload(bmpOf(await scanOf({ text: [] })), 'scan.bmp');
  const jobId = await client.submitOne(locator);
  await client.waitFor(jobId, 'succeeded');
  assert.equal((await client.result(jobId)).document.markdown, '# From elsewhere\n');
});

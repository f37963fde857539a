/** `options.archive: "documents"`: an archive becomes a document of each of its files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type { Static } from 'typebox';
import type { ParseFileResult } from '../../../api/parse/schemas.ts';
import { makeDocx, paragraph } from '../../support/documents/docx.ts';
import { makeZip } from '../../support/documents/zip.ts';
import { packedZip } from '../../support/hostile/packed-zip.ts';
import { servePages } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const OPTIONS = { options: { archive: 'documents' } };

const member = (path: string, content: string | Uint8Array) => {
  const bytes = Buffer.from(content);
  return { path, packed: deflateRawSync(bytes), size: bytes.length };
};
const mixed = packedZip(
  member('ledger.docx', makeDocx(paragraph('Twelve sacks were sold.'))),
  member('notes/tides.md', '# Tides\n\nTwice a day.'),
  member('twin.txt', 'The first.'),
  member('twin.txt', 'The second.'),
  member('old.zip', makeZip({ 'in/mill.html': '<title>Mill</title><p>It turned all night.' })),
  member('broken.zip', 'PK\x03\x04 is all there is'),
  { path: 'torn.txt', packed: Buffer.from('no deflate'), size: 99 },
  member('empty.txt', ''),
  member('program.bin', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 255, 254])),
);
const OUTCOMES = [
  ['ledger.docx', 'Twelve sacks were sold.\n'],
  ['notes/tides.md', '# Tides\n\nTwice a day.'],
  ['twin.txt', 'The first.\n'],
  ['twin.txt', 'The second.\n'],
  ['old.zip/in/mill.html', /It turned all night/],
  ['broken.zip', 'corrupt'],
  ['torn.txt', 'corrupt'],
  ['empty.txt', 'empty'],
  ['program.bin', 'unsupported_type'],
] as const;

test('each file of an archive is a document with its path, and what cannot be read fails alone', async () => {
  const client = await api.client();
  const { locator } = await client.upload(mixed, 'mills.zip');
  const headers = { 'Idempotency-Key': 'mills' };
  const [job] = await client.submit([locator], OPTIONS, headers);
  assert.ok(job);
  const status = await client.waitFor(job.job_id, 'succeeded');
  assert.deepEqual([status.progress?.completed, status.children?.succeeded, status.children?.failed], [9, 5, 4]);
  const { document, archive_files, attempts } = await client.result(job.job_id);
  assert.match(document.markdown ?? '', /^# mills\.zip\n\n- ledger\.docx\n[^]*- torn\.txt \(failed: corrupt\)\n/);
  assert.deepEqual([document.path, document.filename], [null, 'mills.zip']);
  assert.deepEqual(
    attempts.map(({ engine_id, outcome }) => [engine_id, outcome]),
    [['markdown_converter', 'succeeded']],
  );

  assert.equal(archive_files.length, OUTCOMES.length);
  for (const [index, [path, outcome]] of OUTCOMES.entries()) {
    const file = archive_files[index];
    assert.equal(file?.path, path);
    if (file.document_id === null) {
      assert.equal(file.error?.code, outcome);
      continue;
    }
    const own = (await client.result(file.job_id)).document;
    assert.deepEqual([own.document_id, own.path, own.filename], [file.document_id, path, path.split('/').at(-1)]);
    if (typeof outcome === 'string') assert.equal(own.markdown?.trimEnd(), outcome.trimEnd());
    else assert.match(own.markdown ?? '', outcome);
  }

  const [again] = await client.submit([locator], OPTIONS, headers);
  assert.equal(again?.job_id, job.job_id);
  const children = await client.expect<{ items: unknown[] }>(200, 'GET', `/v1/jobs?parent=${job.job_id}`);
  assert.equal(children.items.length, OUTCOMES.length);
});

test('the documents of an archive have its policy', async () => {
  const owner = await api.client({ subject: 'owner' });
  const other = await api.client({ subject: 'other', tenant: owner.tenant });
  const archive = makeZip({ 'a.txt': 'Secret.' });
  const { locator } = await owner.upload(archive, 'a.zip', { access_policy: { access_level: 'private' } });
  const jobId = await owner.submitOne(locator, OPTIONS);
  await owner.waitFor(jobId, 'succeeded');
  const [file] = (await owner.result(jobId)).archive_files;
  assert.ok(file);
  assert.equal((await owner.send('GET', `/v1/documents/${file.document_id}`)).status, 200);
  assert.notEqual((await other.send('GET', `/v1/documents/${file.document_id}`)).status, 200);
});

test('an archive from the web, and one sent with the request', async () => {
  const archive = makeZip({ 'a.txt': 'First.', 'b.txt': 'Second.' });
  const pages = await servePages({
    'mills.zip': (_request, response) => response.setHeader('Content-Type', 'application/zip').end(archive),
  });
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('mills.zip'), {
    options: { archive: 'documents', formats: ['text'] },
  });
  await client.waitFor(jobId, 'succeeded');
  const { archive_files } = await client.result(jobId);
  assert.deepEqual(
    archive_files.map(({ path }) => path),
    ['a.txt', 'b.txt'],
  );
  const own = await client.result(archive_files[0]?.job_id ?? '');
  assert.deepEqual(
    own.document.files.map(({ format }) => format),
    ['markdown', 'text'],
  );

  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(archive)]), 'mills.zip');
  form.append('options', JSON.stringify(OPTIONS.options));
  const sent = await client.expect<Static<typeof ParseFileResult>>(200, 'POST', '/v1/parse/file', { body: form });
  assert.equal(sent.archive_files.length, 2);
});

test('an archive that cannot be read fails its job; any other source is parsed as usual', async () => {
  const client = await api.client();
  const broken = await client.submitOne((await client.upload(Buffer.from('PK\x03\x04 no'), 'no.zip')).locator, OPTIONS);
  assert.equal((await client.waitFor(broken, 'failed')).error?.code, 'corrupt');
  const plain = await client.submitOne((await client.upload(Buffer.from('Text.'), 'a.txt')).locator, OPTIONS);
  await client.waitFor(plain, 'succeeded');
  const { archive_files, document } = await client.result(plain);
  assert.deepEqual([archive_files, document.markdown], [[], 'Text.\n']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertWithDocling } from '../../../../activities/parse/convert/convert-with-docling.ts';
import type { JobProgress } from '../../../../domain/jobs/model.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import type { ParseOptions } from '../../../../engines/parse/options.ts';
import { createServiceClient } from '../../../../platform/service-client.ts';
import { serveDocling } from '../../../support/servers/docling.ts';

const ACCEPTED = { body: { task_id: 'task 1', task_status: 'pending' } };
const STARTED = { body: { task_id: 'task 1', task_status: 'started' } };
const DONE = { body: { task_id: 'task 1', task_status: 'success' } };
const RESULT = { body: { document: { md_content: '# Title\n' }, status: 'success', errors: [] } };

const input = (options: Partial<ParseOptions> = {}) => ({
  bytes: Buffer.from('%PDF-1.7'),
  mediaType: 'application/pdf',
  charset: null,
  filename: 'scan.pdf',
  url: null,
  options: { ...DEFAULT_PARSE_OPTIONS, ...options },
});

function step(checkpoint: unknown = null) {
  const kept: unknown[] = [];
  const progress: (string | null)[] = [];
  return {
    kept,
    progress,
    step: {
      signal: new AbortController().signal,
      checkpoint,
      keep: (value: unknown) => void kept.push(value),
      onProgress: ({ message }: JobProgress) => void progress.push(message),
    },
  };
}

test('a source is sent, waited for and fetched', async () => {
  const server = await serveDocling({ submit: [ACCEPTED], poll: [STARTED, DONE], result: [RESULT] });
  const { step: first, kept, progress } = step();
  const options = { page_range: [{ first: 2, last: 5 }], max_pages: 3, languages: ['de'] };
  const document = await convertWithDocling(createServiceClient(server.url), input(options), first);
  assert.equal(document.markdown, '# Title\n');
  assert.deepEqual(document.warnings, []);
  assert.deepEqual(kept, ['task 1']);
  assert.deepEqual(progress, ['parsed by the provider']);
  assert.deepEqual(server.requests, [
    'POST /v1/convert/file/async',
    'GET /v1/status/poll/task%201',
    'GET /v1/status/poll/task%201',
    'GET /v1/result/task%201',
  ]);
  const form = server.forms[0] ?? '';
  const fields = [...form.matchAll(/name="(page_range|ocr_lang|to_formats)"\r\n\r\n(.*)\r\n/g)];
  assert.deepEqual(
    fields.map(([, name, value]) => [name, value]),
    [
      ['to_formats', 'md'],
      ['ocr_lang', 'de'],
      ['page_range', '2'],
      ['page_range', '4'],
    ],
  );
  assert.match(form, /name="files"; filename="scan.pdf"\r\nContent-Type: application\/pdf/);
});

test('force recognizes all pages, off none', async () => {
  for (const [ocr, fields] of [
    ['auto', ['true', 'false']],
    ['force', ['true', 'true']],
    ['off', ['false', 'false']],
  ] as const) {
    const server = await serveDocling({ submit: [ACCEPTED], poll: [DONE], result: [RESULT] });
    await convertWithDocling(createServiceClient(server.url), input({ ocr }), step().step);
    const sent = [...(server.forms[0] ?? '').matchAll(/name="(?:do|force)_ocr"\r\n\r\n(.*)\r\n/g)];
    assert.deepEqual(
      sent.map(([, value]) => value),
      fields,
      ocr,
    );
  }
});

test('pages between the requested ranges, and a part that is missing, are warned of', async () => {
  const partial = { body: { ...RESULT.body, status: 'partial_success' } };
  const server = await serveDocling({ submit: [ACCEPTED], poll: [DONE], result: [partial] });
  const page_range = [
    { first: 1, last: 2 },
    { first: 7, last: 9 },
  ];
  const { warnings } = await convertWithDocling(createServiceClient(server.url), input({ page_range }), step().step);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['page_range_widened', 'incomplete'],
  );
});

test('after a worker crash, the next attempt waits for the task already started', async () => {
  const server = await serveDocling({ submit: [ACCEPTED], poll: [DONE], result: [RESULT] });
  const { step: second } = step('task 1');
  await convertWithDocling(createServiceClient(server.url), input(), second);
  assert.deepEqual(server.requests, ['GET /v1/status/poll/task%201', 'GET /v1/result/task%201']);
});

test('a failed task is not waited for again, and is not retried', async () => {
  const failed = { body: { task_id: 'task 1', task_status: 'failure' } };
  const server = await serveDocling({ submit: [ACCEPTED], poll: [failed], result: [RESULT] });
  const { step: first, kept } = step();
  await assert.rejects(convertWithDocling(createServiceClient(server.url), input(), first), {
    code: 'provider_failed',
    retryable: false,
    details: { reason: 'job_failed', remote_job_id: 'task 1', task_status: 'failure' },
  });
  assert.deepEqual(kept, ['task 1', null]);
});

test('a task that succeeded in converting nothing is a failure, not an empty document', async () => {
  for (const [md_content, status] of [
    ['', 'failure'],
    [null, 'failure'],
    [null, 'skipped'],
  ] as const) {
    const result = { body: { document: { md_content }, status, errors: [] } };
    const server = await serveDocling({ submit: [ACCEPTED], poll: [DONE], result: [result] });
    const { step: first, kept } = step();
    await assert.rejects(convertWithDocling(createServiceClient(server.url), input(), first), {
      code: 'provider_failed',
      retryable: false,
      details: { reason: 'job_failed', remote_job_id: 'task 1', task_status: status },
    });
    assert.deepEqual(kept, ['task 1', null]);
  }
});

test('a task that the service has lost is started again by the next attempt', async () => {
  const server = await serveDocling({ submit: [ACCEPTED], poll: [{ status: 404, body: {} }], result: [RESULT] });
  const { step: first, kept } = step('old');
  await assert.rejects(convertWithDocling(createServiceClient(server.url), input(), first), {
    code: 'provider_failed',
    retryable: true,
    details: { reason: 'job_lost', remote_job_id: 'old' },
  });
  assert.equal(kept.at(-1), null);
});

test('an overloaded service is polled again after its pause, for the same task', async () => {
  const busy = { status: 503, headers: { 'retry-after': '7' }, body: {} };
  const server = await serveDocling({ submit: [ACCEPTED], poll: [busy], result: [RESULT] });
  const { step: first, kept } = step();
  await assert.rejects(convertWithDocling(createServiceClient(server.url), input(), first), {
    code: 'provider_failed',
    retryable: true,
    details: { reason: 'http_status', status: 503, retry_after_seconds: 7 },
  });
  assert.deepEqual(kept, ['task 1']);
});

for (const [name, script] of Object.entries({
  'no JSON': { submit: [{ body: '<html>' }], poll: [DONE], result: [RESULT] },
  'no task': { submit: [{ body: {} }], poll: [DONE], result: [RESULT] },
  'no known status': { submit: [ACCEPTED], poll: [{ body: { task_status: 'dreaming' } }], result: [RESULT] },
  'no Markdown': { submit: [ACCEPTED], poll: [DONE], result: [{ body: { document: {} } }] },
})) {
  test(`an answer with ${name} is the provider’s fault`, async () => {
    const server = await serveDocling(script);
    await assert.rejects(convertWithDocling(createServiceClient(server.url), input(), step().step), {
      code: 'provider_failed',
      details: { reason: 'protocol' },
    });
  });
}

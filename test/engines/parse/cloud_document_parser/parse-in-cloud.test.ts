import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLlamaParse } from '../../../../engines/parse/cloud_document_parser/client.ts';
import { parseInCloud } from '../../../../engines/parse/cloud_document_parser/index.ts';
import type { CloudContext } from '../../../../engines/parse/cloud_document_parser/index.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import type { ParseOptions } from '../../../../engines/parse/options.ts';
import { ServiceError } from '../../../../errors/index.ts';
import { createServiceClient } from '../../../../platform/service-client.ts';
import { CLOUD_KEY, done, serveCloudParser } from '../../../support/servers/cloud-parser.ts';
import type { CallKind } from '../../../support/servers/cloud-parser.ts';

const server = await serveCloudParser();
const call = createServiceClient(server.url);

interface Given {
  readonly options?: Partial<ParseOptions>;
  readonly key?: string;
  readonly context?: Partial<CloudContext>;
}

function parse({ options = {}, key = CLOUD_KEY, context = {} }: Given = {}) {
  const input = {
    bytes: Buffer.from('%PDF'),
    mediaType: 'application/pdf',
    charset: null,
    filename: 'secret name.pdf',
    url: 'https://private.example/a.pdf',
    options: { ...DEFAULT_PARSE_OPTIONS, ...options },
  };
  return parseInCloud(input, {
    provider: createLlamaParse(call, { key, secret: 'the_secret' }),
    defaults: { tier: 'cost_effective', maxPages: 100 },
    tag: 'job_1',
    begunAt: null,
    remoteJobId: null,
    onBegun: () => {},
    signal: new AbortController().signal,
    onProgress: () => {},
    ...context,
  });
}

/** Answers the next calls of a kind with these statuses; the others go their way. */
function failing(
  kind: CallKind,
  ...answers: readonly (readonly [status: number, body?: string, retryAfter?: string])[]
) {
  const left = [...answers];
  server.intercept = (called, response) => {
    const answer = called === kind ? left.shift() : undefined;
    if (!answer) return false;
    const [status, body = '{}', retryAfter] = answer;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end(body);
    return true;
  };
}

test.beforeEach(() => {
  server.jobs.length = 0;
  server.calls.length = 0;
  server.next = done('# One\n\nFirst page.', '', 'Third page.');
  server.intercept = () => false;
});

const lastJob = () => server.jobs.at(-1) ?? assert.fail('nothing was uploaded');

test('pages become Markdown with their spans; the file is sent without its name and address', async () => {
  const { markdown, pages, warnings } = await parse();
  assert.equal(markdown, '# One\n\nFirst page.\n\nThird page.\n');
  assert.deepEqual(
    pages.map(({ page, start, end }) => [page, markdown.slice(start, end)]),
    [
      [1, '# One\n\nFirst page.'],
      [2, ''],
      [3, 'Third page.'],
    ],
  );
  assert.deepEqual(warnings, []);
  const { filename, bytes, configuration } = lastJob();
  assert.deepEqual([filename, bytes], ['document.pdf', 4]);
  assert.doesNotMatch(JSON.stringify(configuration), /secret|private/);
  assert.deepEqual(server.calls, ['upload', 'status', 'result']);
});

test('options become the configuration of the remote job', async () => {
  await parse();
  const { tier, version, page_ranges, user_metadata, output_options, ...others } = lastJob().configuration;
  assert.deepEqual([tier, version, page_ranges], ['cost_effective', 'latest', { max_pages: 100 }]);
  assert.deepEqual(user_metadata, { tidemill_job: 'job_1' });
  assert.deepEqual(output_options, {
    images_to_save: [],
    markdown: { tables: { output_tables_as_markdown: false } },
  });
  assert.deepEqual(others, { client_name: 'tidemill' });

  const languages = ['de-AT', 'zh-Hant-HK', 'zh', 'tlh', 'nb'];
  const options = { languages, tables: 'pipe', cache: 'refresh', cloud: { tier: 'agentic', max_pages: 7 } } as const;
  await parse({ options });
  const asked = lastJob().configuration;
  assert.partialDeepStrictEqual(asked, {
    tier: 'agentic',
    disable_cache: true,
    page_ranges: { max_pages: 7 },
    processing_options: { ocr_parameters: { languages: ['de', 'ch_tra', 'ch_sim', 'no'] } },
    output_options: { markdown: { tables: { output_tables_as_markdown: true } } },
  });
});

test('selected pages are limited to the cap, because the provider would not limit them', async () => {
  const page_range = [
    { first: 2, last: 4 },
    { first: 9, last: 9 },
    { first: 12, last: 900_000 },
  ];
  const pagesOf = async (options: Partial<ParseOptions>) => {
    await parse({ options: { page_range, ...options } });
    return lastJob().configuration['page_ranges'];
  };
  assert.deepEqual(await pagesOf({}), { target_pages: '2-4,9,12-107' });
  assert.deepEqual(await pagesOf({ max_pages: 3 }), { target_pages: '2-4' });
  assert.deepEqual(await pagesOf({ cloud: { tier: null, max_pages: 5 } }), { target_pages: '2-4,9,12' });
});

test('a document that reaches the cap warns that pages may be missing', async () => {
  const { warnings, pages } = await parse({ options: { max_pages: 2 } });
  assert.equal(pages.length, 2);
  assert.deepEqual(
    warnings.map(({ code, page }) => [code, page]),
    [['pages_omitted', null]],
  );
});

test('a page that the provider could not read is omitted with a warning that does not quote the provider', async () => {
  const failed = { page_number: 2, success: false, error: 'text of the page' };
  server.next = { ...done('Good.'), pages: [failed, ...done('Good.').pages] };
  const { markdown, warnings } = await parse();
  assert.equal(markdown, 'Good.\n');
  assert.deepEqual(
    warnings.map(({ code, page }) => [code, page]),
    [['page_unreadable', 2]],
  );
  assert.doesNotMatch(JSON.stringify(warnings), /text of the page/);
});

test('a result without text is reported as empty', async () => {
  server.next = done('', ' ');
  await assert.rejects(parse(), { code: 'empty' });
});

test('the remote job is reported before the wait for its end', async () => {
  server.next = { ...server.next, status: 'PENDING' };
  const told: string[] = [];
  const progress: (string | null)[] = [];
  const document = await parse({
    context: {
      onBegun: (id) => told.push(`${id} after ${server.calls.join()}`),
      onProgress: ({ message }) => {
        progress.push(message);
        lastJob().status = progress.length === 1 ? 'RUNNING' : 'COMPLETED';
      },
    },
  });
  assert.match(document.markdown, /First page/);
  assert.deepEqual(told, ['pjb-1 after upload']);
  assert.deepEqual(progress, ['queued at the provider', 'parsed by the provider']);
});

test('a known remote job is awaited, not started again', async () => {
  await parse();
  const { markdown } = await parse({ context: { remoteJobId: 'pjb-1' } });
  assert.match(markdown, /First page/);
  assert.equal(server.jobs.length, 1);
});

test('a job that may have been started is found by its tag; a failed one is not continued', async () => {
  await parse();
  const begunAt = new Date();
  await parse({ context: { begunAt } });
  assert.equal(server.jobs.length, 1);
  await parse({ context: { begunAt, tag: 'job_2' } });
  assert.equal(server.jobs.length, 2);
  lastJob().status = 'FAILED';
  await parse({ context: { begunAt, tag: 'job_2' } });
  assert.equal(server.jobs.length, 3);
});

test('429 ends the attempt with the provider’s Retry-After, for uploads and reads', async () => {
  for (const kind of ['upload', 'status'] as const) {
    failing(kind, [429, '{}', '7']);
    const details = { reason: 'http_status', status: 429, retry_after_seconds: 7 };
    await assert.rejects(parse(), { code: 'provider_failed', retryable: true, details });
  }
  assert.deepEqual(server.calls, ['upload', 'upload', 'status']);
});

test('a read with a transient failure is retried', async () => {
  failing('status', [503], [200, 'not json']);
  assert.match((await parse()).markdown, /First page/);
  assert.equal(server.jobs.length, 1);
});

test('an upload with an unknown outcome is not retried here', async () => {
  for (const answer of [
    [502],
    [408],
    [200, 'broken {'],
    [200, '{"id":"../x","status":"PENDING"}'],
    [200, '[]'],
  ] as const) {
    failing('upload', answer);
    await assert.rejects(parse(), { code: 'provider_failed', retryable: true });
  }
  assert.equal(server.calls.filter((kind) => kind === 'upload').length, 5);
});

test('refusals are distinguished, and none is retried', async () => {
  await assert.rejects(parse({ key: 'wrong' }), {
    code: 'credential_rejected',
    retryable: false,
    message: 'The provider rejected the credential (401) in the secret the_secret.',
  });
  failing('upload', [402]);
  await assert.rejects(parse(), { code: 'provider_quota', retryable: false });
  failing('upload', [422]);
  await assert.rejects(parse(), { code: 'provider_failed', retryable: false });
  failing('status', [404]);
  await assert.rejects(parse(), { code: 'provider_failed', retryable: false });
});

test('a job that failed at the provider is named, and is not paid for again', async () => {
  server.next = { ...server.next, status: 'FAILED', error_message: 'quoted text of the document' };
  await assert.rejects(parse(), (error) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.code, error.retryable], ['provider_failed', false]);
    assert.deepEqual(error.details, { reason: 'job_failed', remote_job_id: 'pjb-1' });
    assert.doesNotMatch(String(error), /quoted/);
    return true;
  });
  server.next = { ...server.next, error_message: 'File is password protected' };
  await assert.rejects(parse(), { code: 'encrypted' });
  server.next = { ...server.next, status: 'CANCELLED' };
  await assert.rejects(parse(), { code: 'provider_failed', retryable: false });
});

test('a response with the job at its top level is read like one with the job in a member', async () => {
  server.intercept = (kind, response) => {
    if (kind !== 'status') return false;
    response.end(JSON.stringify({ id: 'pjb-1', status: 'COMPLETED' }));
    return true;
  };
  assert.match((await parse()).markdown, /First page/);
});

test('cancellation reaches the provider', async () => {
  await parse();
  const provider = createLlamaParse(call, { key: CLOUD_KEY, secret: 's' });
  await provider.cancel('pjb-1', new AbortController().signal);
  assert.equal(lastJob().status, 'CANCELLED');
});

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { makePdf } from '../../support/documents/pdf.ts';
import type { Job } from '../../support/service/client.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';
import { forget, showHistory, temporalWorkflow } from '../../support/service/temporal-cli.ts';

let isThere = false;
const pages = await servePages({
  silence: () => undefined,
  'page.html': articlePage('Page', 'It has words.'),
  'late.html': (_request, response) => {
    if (isThere) response.end(articlePage('Late', 'Better late than never.'));
    else response.writeHead(404).end();
  },
});
const system = await sharedSystem();
const { api } = system;
const client = await api.client();

/** Everything that the API returns for a job, except links to Temporal and signed addresses, which differ. */
async function told(jobId: string): Promise<unknown> {
  const answers = await Promise.all(
    [`/v1/jobs/${jobId}`, `/v1/jobs/${jobId}/events`, `/v1/parse/jobs/${jobId}/result`].map(async (path) => {
      const { status, body } = await client.send('GET', path);
      return { status, body };
    }),
  );
  return JSON.parse(
    JSON.stringify(answers, (name, value: unknown) =>
      name === 'temporal_ui' || (typeof value === 'string' && value.includes('X-Amz-Signature=')) ? undefined : value,
    ),
  );
}

const ends: Readonly<Record<string, () => Promise<string>>> = {
  succeeded: async () => {
    const pdf = makePdf([{ text: [{ x: 72, y: 90, text: 'Kept words' }] }]);
    const jobId = await client.submitOne((await client.upload(pdf, 'kept.pdf')).locator);
    await client.waitFor(jobId, 'succeeded');
    return jobId;
  },
  failed: async () => {
    const jobId = await client.submitOne(pages.url('nowhere'));
    await client.waitFor(jobId, 'failed');
    return jobId;
  },
  cancelled: async () => {
    const jobId = await client.submitOne(pages.url('silence'));
    await client.waitFor(jobId, 'running');
    await temporalWorkflow(system, 'cancel', '--workflow-id', jobId);
    await client.waitFor(jobId, 'cancelled');
    return jobId;
  },
  retried: async () => {
    const jobId = await client.submitOne(pages.url('late.html'));
    await client.waitFor(jobId, 'failed');
    isThere = true;
    assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
    await client.waitFor(jobId, 'succeeded');
    return jobId;
  },
};
const jobs = new Map<string, { readonly jobId: string; readonly known: unknown }>();
const keyed = {
  headers: { 'Idempotency-Key': 'old' },
  body: { sources: [pages.url('page.html')] },
};
let firstAnswer: { jobs: Job[] };

before(async () => {
  for (const [end, run] of Object.entries(ends)) {
    const jobId = await run();
    jobs.set(end, { jobId, known: await told(jobId) });
  }
  firstAnswer = (await client.send<{ jobs: Job[] }>('POST', '/v1/parse/jobs', keyed)).body;
  const keyedIds = firstAnswer.jobs.map(({ job_id }) => job_id);
  for (const jobId of keyedIds) await client.waitFor(jobId, 'succeeded');
  await forget(system, [...[...jobs.values()].map(({ jobId }) => jobId), ...keyedIds]);
});

for (const end of Object.keys(ends)) {
  test(`a job that was ${end} reads the same after Temporal has forgotten it`, async () => {
    const { jobId, known } = jobs.get(end) ?? assert.fail();
    assert.deepEqual(await told(jobId), known);
    assert.equal((await client.status(jobId)).links.temporal_ui, null, 'it is the record that is read');
  });
}

test('an idempotency key outlives Temporal’s retention of its job', async () => {
  const again = await client.send('POST', '/v1/parse/jobs', keyed);
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [202, 'true']);
  const ids = ({ jobs }: { jobs: Job[] }) => jobs.map(({ job_id, created_at }) => [job_id, created_at]);
  assert.deepEqual(ids(again.body as { jobs: Job[] }), ids(firstAnswer));
  const other = await client.send('POST', '/v1/parse/jobs', { ...keyed, body: { sources: [pages.url('silence')] } });
  assert.equal(other.status, 422);
  assert.equal(pages.requests.get('/page.html'), 1, 'nothing ran again');
});

function decodedPayloads(history: string): string {
  return history.replaceAll(/"data": "([\w+/=]+)"/g, (_all, data: string) => atob(data));
}

test('no document text reaches Temporal, and filenames only in the summary', async () => {
  const pdf = makePdf([{ text: [{ x: 72, y: 90, text: 'The zanzibar marker sentence stands here.' }] }], {
    info: { Title: 'Xanadu marker title', Author: 'Quasimodo Marker' },
  });
  const { locator } = await client.upload(pdf, 'yggdrasil-marker.pdf');
  const jobId = await client.submitOne(locator);
  await client.waitFor(jobId, 'succeeded');
  const { document } = await client.result(jobId);
  assert.deepEqual([document.title, document.filename], ['Xanadu marker title', 'yggdrasil-marker.pdf']);

  const history = await showHistory(system, jobId);
  const decoded = decodedPayloads(history);
  assert.match(decoded, /markdown_converter/, 'the payloads can be read');
  assert.equal(/zanzibar|xanadu|quasimodo/i.exec(decoded)?.[0], undefined);
  assert.match(decoded, /yggdrasil/, 'the summary is among them');
  const { events } = JSON.parse(history) as { readonly events: readonly object[] };
  const withoutSummaries = JSON.stringify(
    events.map((event) => ({ ...event, userMetadata: null })),
    null,
    2,
  );
  assert.equal(/yggdrasil/.exec(decodedPayloads(withoutSummaries))?.[0], undefined);
  assert.ok(history.length < 64 * 1024, `the history has ${history.length} bytes`);
});

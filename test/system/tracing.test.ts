import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { openCollector } from '../support/collector.ts';
import type { CollectedSpan } from '../support/collector.ts';
import { setting } from '../support/infrastructure.ts';
import { articlePage, servePages } from '../support/page-server.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { openSystem } from '../support/system.ts';
import { until } from '../support/until.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const SENTENCE = 'The gate closes at high water.';
const SIGNING_SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const PRODUCER = 4;
const CLIENT = 3;

const collector = await openCollector();
const system = openSystem({
  ...collector.settings,
  SECRET_WEBHOOK_TRACED: SIGNING_SECRET,
  LOG_LEVEL: 'debug',
});
const asked: unknown[] = [];
let hanging: ServerResponse | null = null;
const pages = await servePages({
  'page.html': (request, response) => {
    asked.push(request.headers.traceparent);
    response.setHeader('Content-Type', 'text/html').end(articlePage('Tides', SENTENCE));
  },
  'later.html': (_request, response) => {
    if (hanging) response.setHeader('Content-Type', 'text/html').end(articlePage('Later', SENTENCE));
    else hanging = response;
  },
  'broken.html': (_request, response) => response.writeHead(404).end(),
});
const receiver = await openReceiver({});
const [api, worker] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();

/** A caller's own trace. */
function newCaller() {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

/** The spans of a trace, once the last of them has come: spans end before those that they are part of. */
function spansOf(traceId: string, last: string): Promise<CollectedSpan[]> {
  return until(`${last} of ${traceId} is told`, async () => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    return spans.some(({ name }) => name === last) ? spans : undefined;
  });
}

/** Names from the caller down to a span. */
function pathTo(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const above = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(above ? pathTo(above, spans) : [span.parentSpanId ?? 'none']), span.name];
}

function linesOf(process: ServiceProcess): Record<string, unknown>[] {
  return process
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('one trace leads from the caller over workflow and steps to engine, SQL, S3, source and webhook', async () => {
  const caller = newCaller();
  const webhook = { url: receiver.url('hook'), event_types: ['job.succeeded'], secret_ref: 'traced' };
  const [job] = await client.submit([pages.url('page.html?token=hush-query')], { webhook }, caller.headers);
  assert.ok(job);
  const status = await client.waitFor(job.job_id, 'succeeded');
  const [delivery] = await receiver.waitFor('hook', 1);
  const spans = await spansOf(caller.traceId, 'RunWorkflow:deliverWebhook');

  const told = new Set(spans.map((span) => pathTo(span, spans).join(' > ')));
  const submitted = `${caller.spanId} > POST /v1/parse/jobs > StartWorkflow:parseJob`;
  const run = `${submitted} > RunWorkflow:parseJob`;
  const fetched = `${run} > StartActivity:fetchSource > RunActivity:fetchSource`;
  const converted = `${run} > StartActivity:convert > RunActivity:convert`;
  const delivered = `${run} > StartChildWorkflow:deliverWebhook > RunWorkflow:deliverWebhook > StartActivity:deliver > RunActivity:deliver`;
  for (const path of [
    ...[run, `${run} > RunActivity:inspectSource`, `${run} > RunActivity:recordJob > SQL INSERT`],
    ...[`${fetched} > GET`, `${fetched} > S3 PutObject`, `${fetched} > SignalWorkflow:step`],
    ...[`${converted} > Engine web_reader`, `${converted} > S3 GetObject`, `${converted} > SQL INSERT`],
    ...[`${delivered} > POST`, `${delivered} > SQL INSERT`],
  ]) {
    assert.ok(told.has(path), `${path} is not in\n${[...told].join('\n')}`);
  }
  for (const path of told) assert.ok(path.startsWith(caller.spanId), `the way up from ${path} is broken`);
  assert.deepEqual(
    spans.filter(({ failed }) => failed).map(({ name }) => name),
    [],
  );

  const engine = spans.find(({ name }) => name === 'Engine web_reader');
  assert.partialDeepStrictEqual(engine?.attributes, {
    'tidemill.engine.id': 'web_reader',
    'tidemill.source.media_type': 'text/html',
    'tidemill.source.bytes': Buffer.byteLength(articlePage('Tides', SENTENCE)),
  });
  const post = spans.find(({ name }) => name === 'POST');
  assert.equal(post?.kind, CLIENT);
  assert.equal(spans.find(({ name }) => name === 'StartActivity:convert')?.kind, PRODUCER);
  assert.equal(delivery?.headers['traceparent'], `00-${caller.traceId}-${post?.spanId}-01`);
  assert.deepEqual(asked, [undefined], 'a page is not told of the trace');

  assert.equal(status.trace.trace_id, caller.traceId);
  const request = linesOf(api.process).find(({ msg, trace_id }) => msg === 'request' && trace_id === caller.traceId);
  assert.equal(request?.['path'], '/v1/parse/jobs');
  const steps = await until('the worker has logged the steps', async () => {
    const lines = linesOf(worker).filter(({ msg, trace_id }) => msg === 'step' && trace_id === caller.traceId);
    return lines.some(({ activityType }) => activityType === 'deliver') ? lines : undefined;
  });
  assert.deepEqual(
    steps.map(({ activityType, outcome }) => [activityType, outcome]),
    ['inspectSource', 'fetchSource', 'convert', 'recordJob', 'deliver'].map((step) => [step, 'completed']),
  );
});

test('a caller that does not sample gets no spans, and keeps its trace', async () => {
  const { traceId, headers } = newCaller();
  const unsampled = { traceparent: headers.traceparent.replace(/01$/, '00') };
  const [job] = await client.submit([pages.url('broken.html?token=hush-query')], {}, unsampled);
  assert.ok(job);
  const { trace } = await client.waitFor(job.job_id, 'failed');
  assert.match(trace.traceparent, new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
  await until('the worker has logged the failure', async () =>
    linesOf(worker).some(({ msg, trace_id }) => msg === 'The step failed' && trace_id === traceId) ? true : undefined,
  );
  assert.deepEqual(
    collector.spans.filter((span) => span.traceId === traceId),
    [],
  );
});

test('a job that another worker goes on with keeps its trace', async () => {
  const caller = newCaller();
  const [job] = await client.submit([pages.url('later.html')], {}, caller.headers);
  assert.ok(job);
  await until('the worker waits for the page', async () => (hanging ? true : undefined));
  await worker.kill();
  await system.startWorker();
  await client.waitFor(job.job_id, 'succeeded');

  const spans = await spansOf(caller.traceId, 'RunWorkflow:parseJob');
  const second = spans.filter(
    ({ name, attributes }) => name === 'RunActivity:fetchSource' && attributes['temporal.attempt'] === 2,
  );
  assert.deepEqual(
    second.map((span) => pathTo(span, spans).join(' > ')),
    [
      `${caller.spanId} > POST /v1/parse/jobs > StartWorkflow:parseJob > RunWorkflow:parseJob > StartActivity:fetchSource > RunActivity:fetchSource`,
    ],
  );
  const ids = spans.map(({ spanId }) => spanId);
  assert.equal(new Set(ids).size, ids.length, 'no span is told twice');
});

test('neither logs nor spans tell secrets or text', () => {
  const told = [api.process.output(), worker.output(), ...collector.bodies].join('\n');
  const { password } = new URL(setting('DATABASE_URL'));
  const secrets = {
    'the token of the caller': client.authorization.split(' ')[1],
    'the secret of the webhook': SIGNING_SECRET.slice('whsec_'.length),
    'the key of the object store': setting('S3_SECRET_ACCESS_KEY'),
    'the address of the database': setting('DATABASE_URL'),
    'the password of the database': password,
    'the secret of tokens': setting('DEV_AUTH_SECRET'),
    'the query of a source': 'hush-query',
    'the text of a document': 'high water',
    'a signed address': 'X-Amz-Signature=',
  };
  for (const [what, secret] of Object.entries(secrets)) {
    if (secret) assert.ok(!told.includes(secret), `${what} is told`);
  }
});

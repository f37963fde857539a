import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { freePort } from '../../support/free-port.ts';
import { openCollector } from '../../support/servers/collector.ts';
import type { CollectedSpan } from '../../support/servers/collector.ts';
import { setting } from '../../support/service/infrastructure.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { cognifiedTexts } from '../../support/knowledge/client.ts';
import { modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { openSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';
import { openReceiver } from '../../support/servers/webhook-receiver.ts';

const SENTENCE = 'The gate closes at high water.';
const SIGNING_SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const PRODUCER = 4;
const CLIENT = 3;

const collector = await openCollector();
const model = await serveModel();
const system = openSystem({
  ...collector.settings,
  ...modelSettings('vectors', model, { DIMENSIONS: '8' }),
  SECRET_WEBHOOK_TRACED: SIGNING_SECRET,
  LOG_LEVEL: 'debug',
});
const asked: unknown[] = [];
let hanging: ServerResponse | null = null;
let isMended = false;
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
  'mended.html': (_request, response) => {
    if (isMended) response.setHeader('Content-Type', 'text/html').end(articlePage('Mended', SENTENCE));
    else response.writeHead(404).end();
  },
});
const receiver = await openReceiver({});
const metricsPort = await freePort();
const metrics = { WORKER_METRICS_PORT: String(metricsPort) };
const [api, worker] = await Promise.all([system.startApi(), system.startWorker(metrics)]);
const client = await api.client();

/** A caller's own trace. */
function newCaller() {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

/** The spans of a trace, once the last one has arrived: spans end before their parents. */
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

test('one trace leads from the caller through workflow and steps to engine, SQL, S3, source and webhook', async () => {
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
  const read = `${converted} > Engine web_reader`;
  const delivered =
    `${run} > StartChildWorkflow:deliverWebhook > RunWorkflow:deliverWebhook > StartActivity:deliver > ` +
    'RunActivity:deliver';
  for (const path of [
    run,
    `${run} > RunActivity:inspectSource`,
    `${run} > RunActivity:recordJob > SQL INSERT`,
    `${fetched} > GET`,
    `${fetched} > S3 PutObject`,
    `${read} > S3 GetObject`,
    `${read} > S3 PutObject`,
    `${converted} > SQL INSERT`,
    `${delivered} > POST`,
    `${delivered} > SQL INSERT`,
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

test('a job that is retried keeps its trace, with spans of its own', async () => {
  const caller = newCaller();
  const [job] = await client.submit([pages.url('mended.html')], {}, caller.headers);
  assert.ok(job);
  await client.waitFor(job.job_id, 'failed');
  isMended = true;
  await client.send('POST', `/v1/jobs/${job.job_id}/retry`);
  await client.waitFor(job.job_id, 'succeeded');

  const runs = await until('both runs are told', async () => {
    const spans = collector.spans.filter(({ traceId, name }) => traceId === caller.traceId && name.startsWith('RunW'));
    return spans.length === 2 ? spans : undefined;
  });
  assert.deepEqual(
    runs.map(({ failed, attributes }) => [failed, attributes['error.type']]),
    [
      [true, 'not_found'],
      [false, undefined],
    ],
  );
  assert.equal(new Set(runs.map(({ spanId }) => spanId)).size, 2);
  assert.equal(new Set(runs.map(({ parentSpanId }) => parentSpanId)).size, 1);
});

/** Every series that API and worker expose, with its labels. A histogram counts as three. */
async function exposedSeries(): Promise<Map<string, Set<string>>> {
  const addresses = [`${api.url}/metrics`, `http://127.0.0.1:${metricsPort}/metrics`];
  const texts = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
  const series = new Map<string, Set<string>>();
  for (const line of texts.join('\n').split('\n')) {
    const [, type, kind] = /^# TYPE (\S+) (\S+)/.exec(line) ?? [];
    const suffixes = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    if (type !== undefined) for (const suffix of suffixes) series.set(type + suffix, new Set());
    const [, name = '', labels = ''] = /^([a-z]\w*)\{(.*)\} /.exec(line) ?? [];
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) series.get(name)?.add(label);
  }
  return series;
}

/** The series of a PromQL expression, each with the labels that it uses. */
function seriesOf(expression: string): (readonly [name: string, labels: readonly string[]])[] {
  const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', '));
  return [...expression.matchAll(/\b((?:tidemill|temporal|process|nodejs|SeaweedFS)_\w+|up\b)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', selectors = '']) => {
      const selected = [...selectors.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
      return [name, [...grouped, ...selected]];
    },
  );
}

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const SDK = 'node_modules/@temporalio/core-bridge/sdk-core/crates';
const SDK_METRICS = [`${SDK}/sdk-core/src/telemetry/metrics.rs`, `${SDK}/client/src/metrics.rs`];

test('searches and calls of models are counted by type and outcome', async () => {
  await cognifiedTexts(client, 'tides', [{ label: 'Gate', text: SENTENCE }]);
  const ask = (more: object) =>
    client.send('POST', '/v1/knowledge/search', { body: { query_text: 'gate', dataset_keys: ['tides'], ...more } });
  await ask({ search_type: 'CHUNKS' });
  await ask({ search_type: 'CHUNKS_LEXICAL', query_text: 'nothing of it' });
  model.next({ status: 401 });
  assert.equal((await ask({ search_type: 'HYBRID' })).status, 502);
  const shown = await (await fetch(`${api.url}/metrics`)).text();
  const ended = (type: string, outcome: string): string =>
    `tidemill_search_seconds_count{search_type="${type}",outcome="${outcome}"} 1`;
  for (const line of [
    ended('CHUNKS', 'found'),
    ended('CHUNKS_LEXICAL', 'nothing'),
    ended('HYBRID', 'failed'),
    'tidemill_search_passages_total{search_type="CHUNKS"} 1',
    'tidemill_model_call_seconds_count{model="vectors",outcome="model_refused"} 1',
    // The question of the first search, and the two calls that measure the scale of the model.
    'tidemill_model_usage_total{model="vectors",unit="calls"} 3',
  ]) {
    assert.ok(shown.split('\n').includes(line), line);
  }
  const ofWorker = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  assert.match(ofWorker, /^tidemill_model_call_seconds_count\{model="vectors",outcome="completed"\} [1-9]/m);
  assert.match(ofWorker, /^tidemill_model_usage_total\{model="vectors",unit="input_tokens"\} [1-9]/m);
});

test('every metric in dashboard, alerts and documentation is exposed, and all of ours are documented', async () => {
  const series = await exposedSeries();
  series.set('up', new Set());
  // The object store's own.
  series.set('SeaweedFS_volumeServer_resource', new Set(['type', 'name']));
  // Prometheus adds these to everything that it scrapes.
  for (const labels of series.values()) labels.add('job').add('instance');
  // Counters of failures, of workflows and of calls to the server, appear with the first failure.
  const sources = SDK_METRICS.map(read).join('\n');
  const ofSdk = new Set([...sources.matchAll(/"(\w+)"/g)].map(([, name]) => name));
  const isKnown = (name: string): boolean => series.has(name) || ofSdk.has(name.replace('temporal_', ''));
  const has = (name: string, label: string): boolean => series.get(name)?.has(label) ?? ofSdk.has(label);

  assert.match(await (await fetch(`${api.url}/metrics`)).text(), /^tidemill_queue_pollers\{task_queue="parse"\} 1$/m);

  const rules = read('deploy/prometheus/tidemill.rules.yml');
  const dashboard = read('deploy/grafana/dashboards/tidemill.json');
  const expressions = [
    ...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression),
    ...[...dashboard.matchAll(/"expr": (".+")/g)].map(([, text = '']) => String(JSON.parse(text))),
  ];
  assert.ok(expressions.length > 40);
  for (const expression of expressions) {
    const named = seriesOf(expression);
    assert.notEqual(named.length, 0, expression);
    for (const [name, labels] of named) {
      assert.ok(isKnown(name), `${name} is not shown: ${expression}`);
      for (const label of labels) assert.ok(has(name, label), `${name} has no label ${label}: ${expression}`);
    }
  }

  const documentation = read('docs/observability.md');
  const rows = [...documentation.matchAll(/^\| `((?:tidemill|temporal)_\w+)` \| (.*?) ?\| /gm)];
  const documented = new Map(rows.map(([, name = '', labels = '']) => [name, labels.match(/(?<=`)\w+(?=`)/g) ?? []]));
  for (const [name, labels] of documented) {
    const shown = series.has(`${name}_bucket`) ? `${name}_bucket` : name;
    assert.ok(isKnown(shown), `${name} is documented, and not shown`);
    for (const label of labels) assert.ok(has(shown, label), `${name} has no label ${label}`);
  }
  const ours = [...series.keys()].filter((name) => name.startsWith('tidemill_'));
  for (const shown of ours) {
    const name = shown.replace(/_(?:bucket|sum|count)$/, '');
    const labels = [...(series.get(shown) ?? [])].filter((label) => !['job', 'instance', 'le'].includes(label));
    assert.deepEqual(documented.get(name)?.toSorted(), labels.toSorted(), `${shown} and its row in the documentation`);
  }
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert);
  const explained = [...documentation.matchAll(/^\| `(Tidemill\w+)` \|/gm)].map(([, alert]) => alert);
  assert.deepEqual(explained, alerts);
});

test('a job that another worker continues keeps its trace; remaining spans are exported when a process ends', async () => {
  const caller = newCaller();
  const silent = { OTEL_BSP_SCHEDULE_DELAY: '600000' };
  const other = await system.startApi(silent);
  const [job] = await client.at(other.url).submit([pages.url('later.html')], {}, caller.headers);
  assert.ok(job);
  await until('the worker waits for the page', async () => (hanging ? true : undefined));
  await worker.kill();
  const second = await system.startWorker(silent);
  await client.waitFor(job.job_id, 'succeeded');
  assert.ok(
    !collector.spans.some(({ traceId, name }) => traceId === caller.traceId && name === 'RunWorkflow:parseJob'),
  );
  await Promise.all([other.process.stop(), second.stop()]);

  const spans = await spansOf(caller.traceId, 'RunWorkflow:parseJob');
  const again = spans.filter(
    ({ name, attributes }) => name === 'RunActivity:fetchSource' && attributes['temporal.attempt'] === 2,
  );
  assert.deepEqual(
    again.map((span) => pathTo(span, spans).join(' > ')),
    [
      `${caller.spanId} > POST /v1/parse/jobs > StartWorkflow:parseJob > RunWorkflow:parseJob > ` +
        'StartActivity:fetchSource > RunActivity:fetchSource',
    ],
  );
  const ids = spans.map(({ spanId }) => spanId);
  assert.equal(new Set(ids).size, ids.length, 'no span is told twice');
});

test('neither logs nor spans contain secrets or document text', async () => {
  await client.send('GET', '/v1/jobs?access_token=hush-query');
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

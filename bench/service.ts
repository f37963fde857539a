/**
 * `npm run bench [-- --rows starts,small,pages --jobs 640]`: measures the overhead of the service. Every row is
 * compared with a baseline in the same run: starts and describes with the bare Temporal client, small documents with a
 * bare workflow, conversion with the engine in a separate process.
 */
import { Client, Connection } from '@temporalio/client';
import { DEFAULT_PARSE_OPTIONS } from '../engines/parse/options.ts';
import { DEFAULT_MAX_MARKDOWN_BYTES } from '../engines/parse/documents/output-limit.ts';
import { readOptions } from '../platform/command-line.ts';
import { newId } from '../domain/ids.ts';
import { JOBS_TASK_QUEUE } from '../domain/manifests/jobs.ts';
import type { Infrastructure } from '../embedded/stack.ts';
import { convertWith, openParseConverters } from '../test/support/converters.ts';
import { makeLongPdf } from '../test/support/documents/pdf.ts';
import { ApiClient } from './support/client.ts';
import { compare, measure } from './support/measure.ts';
import { runBench } from './support/run.ts';
import type { Row } from './support/table.ts';
import { startApi, startWorker } from './support/processes.ts';
import { smallDocuments } from './service/small-documents.ts';

const ROUNDS = 3;
const PAGES = 100;

const given = readOptions('npm run bench [-- --rows NAME,... --jobs N]', {
  rows: { type: 'string' },
  /** Small documents a round. */
  jobs: { type: 'string', default: '640' },
});
const PARTS: Readonly<Record<string, (stack: Infrastructure) => Promise<Row[]>>> = {
  starts: (stack) => withoutWorker(stack, 'bench-starts'),
  small: (stack) => smallDocuments(stack, 'bench-small', Number(given.jobs)),
  pages: (stack) => pages(stack, 'bench-pages'),
};
await runBench(run);

async function run(stack: Infrastructure): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of given.rows?.split(',') ?? Object.keys(PARTS)) {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`There are no rows "${name}": ${Object.keys(PARTS).join(', ')}.`);
    rows.push(...(await part(stack)));
  }
  return rows;
}

/** Without a worker, so that the work itself is not measured. */
async function withoutWorker(stack: Infrastructure, namespace: string): Promise<Row[]> {
  const service = await ApiClient.connect((await startApi(stack, namespace)).url);
  const connection = await Connection.connect({ address: stack.env.TEMPORAL_ADDRESS });
  const client = new Client({ connection, namespace });
  const source = await service.upload(makeLongPdf(PAGES), 'bench.pdf');
  const rows = [...(await submissions(service, client, source)), ...(await statuses(service, client, source))];
  await connection.close();
  await service.close();
  return rows;
}

async function submissions(service: ApiClient, client: Client, source: string): Promise<Row[]> {
  const options = await startOptions(service, client, source);
  const bare = () => client.workflow.start('parseJob', { ...options, workflowId: newId('job') });
  const submit = () => service.submit(source);
  await measure(50, 8, bare);
  await measure(50, 8, submit);
  const loaded = await compare(
    ROUNDS,
    () => measure(400, 16, bare),
    () => measure(400, 16, submit),
  );
  const alone = await compare(
    ROUNDS,
    () => measure(100, 1, bare),
    () => measure(100, 1, submit),
  );
  const baselineName = 'Temporal client `start`, same workflow and memo';
  return [
    {
      what: 'POST /v1/parse/jobs, 16 in flight',
      unit: '1/s',
      baselineName,
      baseline: loaded.baseline.perSecond,
      measured: loaded.subject.perSecond,
      goal: '≥ 0.8',
    },
    {
      what: 'POST /v1/parse/jobs, 16 in flight, p50',
      unit: 'ms',
      baselineName,
      baseline: loaded.baseline.p50,
      measured: loaded.subject.p50,
      goal: '',
    },
    {
      what: 'POST /v1/parse/jobs, 16 in flight, p99',
      unit: 'ms',
      baselineName,
      baseline: loaded.baseline.p99,
      measured: loaded.subject.p99,
      goal: '',
    },
    {
      what: 'POST /v1/parse/jobs, one at a time, p50',
      unit: 'ms',
      baselineName,
      baseline: alone.baseline.p50,
      measured: alone.subject.p50,
      goal: '≤ 5 ms more',
    },
    {
      what: 'POST /v1/parse/jobs, one at a time, p99',
      unit: 'ms',
      baselineName,
      baseline: alone.baseline.p99,
      measured: alone.subject.p99,
      goal: '',
    },
  ];
}

/** Memo, search attributes and argument size with which the service starts the workflow. */
async function startOptions(service: ApiClient, client: Client, source: string) {
  const { memo = {}, typedSearchAttributes } = await client.workflow.getHandle(await service.submit(source)).describe();
  return { args: [memo], memo, typedSearchAttributes, taskQueue: JOBS_TASK_QUEUE, staticSummary: 'parse' };
}

async function statuses(service: ApiClient, client: Client, source: string): Promise<Row[]> {
  const jobId = await service.submit(source);
  const describe = () => client.workflow.getHandle(jobId).describe();
  const status = () => service.get(`/v1/jobs/${jobId}`);
  await measure(50, 8, describe);
  await measure(50, 8, status);
  const alone = await compare(
    ROUNDS,
    () => measure(200, 1, describe),
    () => measure(200, 1, status),
  );
  const loaded = await compare(
    ROUNDS,
    () => measure(600, 16, describe),
    () => measure(600, 16, status),
  );
  const baselineName = 'Temporal client `describe`';
  return [
    {
      what: 'GET /v1/jobs/{id}, one at a time, p50',
      unit: 'ms',
      baselineName,
      baseline: alone.baseline.p50,
      measured: alone.subject.p50,
      goal: '≤ 1.5',
    },
    {
      what: 'GET /v1/jobs/{id}, 16 in flight, p50',
      unit: 'ms',
      baselineName,
      baseline: loaded.baseline.p50,
      measured: loaded.subject.p50,
      goal: '≤ 1.5',
    },
  ];
}

async function pages(stack: Infrastructure, namespace: string): Promise<Row[]> {
  const service = await ApiClient.connect((await startApi(stack, namespace)).url);
  const document = makeLongPdf(PAGES);
  const source = await service.upload(document, 'bench.pdf');
  const rows: Row[] = [];
  for (const converters of [1, 2]) {
    const worker = await startWorker(stack, namespace, converters);
    const pool = openParseConverters({
      converters,
      converterMemoryMb: 1024,
      maxMarkdownBytes: DEFAULT_MAX_MARKDOWN_BYTES,
    });
    const input = {
      bytes: document,
      mediaType: 'application/pdf',
      charset: null,
      filename: null,
      url: null,
      options: DEFAULT_PARSE_OPTIONS,
    };
    const direct = () => convertWith(pool, input);
    const parse = async () => service.waitFor(await service.submit(source));
    await measure(2 * converters, converters, direct);
    await measure(2 * converters, converters, parse);
    const { baseline, subject } = await compare(
      ROUNDS,
      () => measure(16, converters, direct),
      () => measure(16, converters + 5, parse),
    );
    rows.push({
      what: `${PAGES}-page PDFs through the service, ${converters} converter(s)`,
      unit: 'pages/s',
      baselineName: `the engine alone, ${converters} process(es)`,
      baseline: baseline.perSecond * PAGES,
      measured: subject.perSecond * PAGES,
      goal: '≥ 0.9',
    });
    await pool.close();
    await worker.stop();
  }
  return rows;
}

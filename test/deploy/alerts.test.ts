/** Each alert rule, evaluated by Prometheus's own tool over series that must fire it, and over some that must not. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { SetupError } from '../../platform/setup-error.ts';
import { promtool } from '../support/service/promtool.ts';

const run = promisify(execFile);
// First: what ends with the file must not end while this is awaited.
const found = await promtool().then(
  (path) => ({ path, skip: false }),
  (error: unknown) => {
    if (!(error instanceof SetupError)) throw error;
    return { path: '', skip: `NO ALERT WAS FIRED: ${error.message}` };
  },
);
const { path: executable, ...options } = found;

const folder = mkdtempSync(join(tmpdir(), 'tidemill-alerts-'));
after(() => rmSync(folder, { recursive: true }));
const RULES = fileURLToPath(new URL('../../deploy/prometheus/tidemill.rules.yml', import.meta.url));
const CONFIG = fileURLToPath(new URL('../../deploy/prometheus/prometheus.yml', import.meta.url));

/** Values a minute apart: `0x60` is 0, 61 times; `0+5x60` grows by 5 each time. */
type Series = Readonly<Record<string, string>>;

interface Case {
  readonly fires: Series;
  /** Like it, but in order. */
  readonly quiet: Series;
  /** Of the alert that fires, beside its own. */
  readonly labels?: Readonly<Record<string, string>>;
}

const api = '{job="tidemill-api",instance="api:8080"}';
const worker = '{job="tidemill-worker",instance="worker:9464"}';
const of = (instance: string, job: string) => ({ instance, job });

const queue = (name: string, taskQueue = 'parse'): string => `tidemill_${name}{task_queue="${taskQueue}"}`;
const disk = (type: string): string =>
  `SeaweedFS_volumeServer_resource{instance="seaweedfs:9327",job="seaweedfs",name="/data",type="${type}"}`;
const onDisk = { ...of('seaweedfs:9327', 'seaweedfs'), name: '/data' };
const ended = (state: string): string => `tidemill_worker_jobs_ended_total{kind="parse",state="${state}"}`;
const latency = (le: string): string =>
  `tidemill_http_request_seconds_bucket{le="${le}",method="GET",route="/v1/jobs"}`;
const waited = (le: string): string =>
  `temporal_activity_schedule_to_start_latency_seconds_bucket{le="${le}",task_queue="parse"}`;
const steps = (outcome: string): string => `tidemill_step_seconds_count{step="convert",outcome="${outcome}"}`;
const webhooks = (outcome: string): string => `tidemill_webhook_attempts_total{outcome="${outcome}"}`;
const requests = (status: string): string => `tidemill_http_requests_total{status="${status}"}`;

const CASES: Readonly<Record<string, Case>> = {
  TidemillApiDown: {
    fires: { [`up${api}`]: '1x5 0x60' },
    quiet: { [`up${api}`]: '1x60' },
    labels: of('api:8080', 'tidemill-api'),
  },
  TidemillWorkerDown: {
    fires: { [`up${worker}`]: '1x5 0x60' },
    quiet: { [`up${worker}`]: '1x60' },
    labels: of('worker:9464', 'tidemill-worker'),
  },
  TidemillDependencyAway: {
    fires: { 'tidemill_dependency_up{dependency="postgres"}': '1x5 0x60' },
    quiet: {
      'tidemill_dependency_up{dependency="postgres",instance="a"}': '0x60',
      'tidemill_dependency_up{dependency="postgres",instance="b"}': '1x60',
      'tidemill_dependency_up{dependency="workers:parse"}': '0x60',
    },
    labels: { dependency: 'postgres' },
  },
  TidemillQueueWithoutWorkers: {
    fires: { [queue('queue_pollers')]: '0x60', [queue('queue_tasks')]: '3x60' },
    quiet: {
      [queue('queue_pollers')]: '2x60',
      [queue('queue_tasks')]: '3x60',
      [queue('queue_pollers', 'document-ai')]: '0x60',
      [queue('queue_tasks', 'document-ai')]: '0x60',
    },
    labels: { task_queue: 'parse' },
  },
  TidemillQueueWaits: {
    fires: { [queue('queue_oldest_seconds')]: '0+60x60' },
    quiet: { [queue('queue_oldest_seconds')]: '600x60' },
    labels: { task_queue: 'parse' },
  },
  TidemillDiskAlmostFull: {
    fires: { [disk('all')]: '1000x60', [disk('avail')]: '90x60' },
    quiet: { [disk('all')]: '1000x60', [disk('avail')]: '500x60' },
    labels: onDisk,
  },
  TidemillDiskFullSoon: {
    fires: { [disk('avail')]: '1000000-1000x60' },
    quiet: { [disk('avail')]: '1000000-10x60' },
    labels: { ...onDisk, type: 'avail' },
  },
  TidemillApiErrors: {
    fires: { [requests('200')]: '0+90x60', [requests('503')]: '0+10x60' },
    quiet: { [requests('200')]: '0+90x60', [requests('503')]: '0+1x60', [requests('404')]: '0+50x60' },
  },
  TidemillApiSlow: {
    fires: { [latency('1')]: '0+90x60', [latency('2.5')]: '0+100x60', [latency('+Inf')]: '0+100x60' },
    quiet: { [latency('1')]: '0+100x60', [latency('2.5')]: '0+100x60', [latency('+Inf')]: '0+100x60' },
  },
  TidemillJobsFail: {
    fires: { [ended('succeeded')]: '0+5x60', [ended('failed')]: '0+5x60' },
    quiet: { [ended('succeeded')]: '0+50x60', [ended('failed')]: '0+5x60' },
  },
  TidemillStepsFail: {
    fires: {
      [steps('completed')]: '0+2x60',
      [steps('failed')]: '0+8x60',
      [steps('handed_back')]: '0+90x60',
      [steps('stepped_back')]: '0+600x60',
    },
    quiet: { [steps('completed')]: '0+8x60', [steps('failed')]: '0+2x60' },
    labels: { step: 'convert' },
  },
  TidemillStepsWait: {
    fires: { [waited('60')]: '0+1x60', [waited('120')]: '0+10x60', [waited('+Inf')]: '0+10x60' },
    quiet: { [waited('60')]: '0+10x60', [waited('120')]: '0+10x60', [waited('+Inf')]: '0+10x60' },
    labels: { task_queue: 'parse' },
  },
  TidemillWorkflowTasksFail: {
    fires: {
      'temporal_workflow_task_execution_failed{workflow_type="parseJob",failure_reason="NonDeterminismError"}':
        '0+1x60',
    },
    quiet: {
      'temporal_workflow_task_execution_failed{workflow_type="parseJob",failure_reason="NonDeterminismError"}': '7x60',
    },
    labels: { workflow_type: 'parseJob', failure_reason: 'NonDeterminismError' },
  },
  TidemillConvertersEnd: {
    fires: {
      'tidemill_converters_ended_total{pool="parse"}': '0+2x60',
      'tidemill_worker_engine_seconds_count{engine="e"}': '0+10x60',
    },
    quiet: {
      'tidemill_converters_ended_total{pool="parse"}': '0+2x60',
      'tidemill_worker_engine_seconds_count{engine="e"}': '0+500x60',
    },
  },
  TidemillWebhooksFail: {
    fires: { [webhooks('delivered')]: '0+2x60', [webhooks('retry')]: '0+8x60' },
    quiet: { [webhooks('delivered')]: '0+8x60', [webhooks('retry')]: '0+2x60' },
  },
  TidemillTemporalAway: {
    fires: { 'temporal_request_failure{status_code="UNAVAILABLE"}': '0+120x60' },
    quiet: { 'temporal_request_failure{status_code="NOT_FOUND"}': '0+120x60' },
  },
  TidemillApiMemoryLow: {
    fires: { [`tidemill_heap_used_ratio${api}`]: '0.8x60' },
    quiet: { [`tidemill_heap_used_ratio${api}`]: '0.5x60' },
    labels: of('api:8080', 'tidemill-api'),
  },
  TidemillCostlyProcessesEnd: {
    fires: { [`tidemill_costly_processes_ended_total${api}`]: '0+1x60' },
    quiet: { [`tidemill_costly_processes_ended_total${api}`]: '0x30 1x30' },
    labels: of('api:8080', 'tidemill-api'),
  },
  TidemillEventLoopBlocked: {
    fires: { [`nodejs_eventloop_lag_p99_seconds${api}`]: '2x60' },
    quiet: { [`nodejs_eventloop_lag_p99_seconds${api}`]: '0.02x60' },
    labels: of('api:8080', 'tidemill-api'),
  },
};

interface Rule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
}
const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

test('every rule has its case', () => {
  assert.deepEqual(
    Object.keys(CASES),
    rules.map(({ alert }) => alert),
  );
});

test('Prometheus takes its configuration and the rules', options, async () => {
  await run(executable, ['check', 'config', '--syntax-only', CONFIG]);
  await run(executable, ['check', 'rules', RULES]);
});

for (const { alert, labels: own } of rules) {
  const { fires, quiet, labels = {} } = CASES[alert] ?? { fires: {}, quiet: {} };
  test(`${alert} fires, and is quiet otherwise`, options, async () => {
    const input = (series: Series) => Object.entries(series).map(([series, values]) => ({ series, values }));
    const file = join(folder, `${alert}.json`);
    const unit = {
      rule_files: [RULES],
      tests: [
        { interval: '1m', input_series: input(fires), promql_expr_test: active(alert, [{ ...own, ...labels }]) },
        { interval: '1m', input_series: input(quiet), promql_expr_test: active(alert, []) },
      ],
    };
    writeFileSync(file, JSON.stringify(unit));
    await run(executable, ['test', 'rules', file]);
  });
}

/** After an hour these are the alerts of the name that fire. Their texts are not compared. */
function active(alertname: string, labels: readonly Readonly<Record<string, string>>[]): object[] {
  const samples = labels.map((given) => {
    const all = { alertname, alertstate: 'firing', ...given };
    const text = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
    return { labels: `ALERTS{${text.join(',')}}`, value: 1 };
  });
  return [{ expr: `ALERTS{alertname="${alertname}",alertstate="firing"}`, eval_time: '60m', exp_samples: samples }];
}

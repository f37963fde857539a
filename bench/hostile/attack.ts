/** Hundreds of hostile files of one tenant at once, while another tenant sends one small document per second. */
import type { Infrastructure } from '../../embedded/stack.ts';
import { generateFiles } from '../../test/support/hostile/generate.ts';
import { makeLongPdf } from '../../test/support/documents/pdf.ts';
import { quantiles } from '../support/measure.ts';
import { watchMemory } from '../support/memory.ts';
import { watchConverters } from './converters.ts';
import { OWN_FAULTS, parseAll, printEnds, storeFiles } from './ends.ts';
import { sendSmall } from './neighbour.ts';
import type { Latencies } from './neighbour.ts';
import { startService } from './service.ts';
import type { Service } from './service.ts';
import { atMost, withoutGoal } from './verdict.ts';
import type { Verdict } from './verdict.ts';

const QUIET_MS = 60_000;
/** Time limit for the whole attack. */
const ENDED_WITHIN_MS = 30 * 60_000;
/** Multiple of the figure on an idle system. */
const GOAL = 2;
export async function attack(stack: Infrastructure, seed: number, count: number): Promise<Verdict[]> {
  const service = await startService(stack, 'bench-attack');
  try {
    const [attacker, neighbour] = await Promise.all([service.client('attacker'), service.client('neighbour')]);
    const small = await neighbour.upload(makeLongPdf(1), 'small.pdf');
    // Warm-up: lets V8 compile all code paths.
    await sendSmall(neighbour, small, AbortSignal.timeout(10_000));
    const quiet = await sendSmall(neighbour, small, AbortSignal.timeout(QUIET_MS));
    const files = await storeFiles(attacker, generateFiles(seed, count));

    const pids = { worker: service.worker.pid, api: service.api.pid };
    const watches = {
      worker: watchMemory(pids.worker ?? 0),
      api: watchMemory(pids.api ?? 0),
      converters: watchConverters(() => service.worker.pid),
    };
    const over = new AbortController();
    const began = Date.now();
    const suffering = sendSmall(neighbour, small, over.signal);
    const ended = await parseAll(attacker, files, began + ENDED_WITHIN_MS);
    const seconds = (Date.now() - began) / 1000;
    over.abort();
    const suffered = await suffering;
    Object.values(watches).forEach((watch) => watch.stop());

    printEnds(ended);
    const died = Number(service.worker.pid !== pids.worker) + Number(service.api.pid !== pids.api);
    const own = ended.filter(({ end }) => OWN_FAULTS.has(end));
    const what = `${count} hostile files of seed ${seed} at once`;
    return [
      ...latencyRows(what, quiet, suffered),
      atMost(
        {
          what: `${what}: ended by a service failure, or never`,
          unit: 'files',
          baselineName: 'files',
          baseline: count,
          measured: own.length,
        },
        0,
      ),
      atMost(
        {
          what: `${what}: workers and APIs that died`,
          unit: 'processes',
          baselineName: 'processes',
          baseline: 2,
          measured: died,
        },
        0,
      ),
      withoutGoal({
        what: `${what}: time until the last has ended`,
        unit: 's',
        baselineName: 'processor time of the converters',
        baseline: watches.converters.cpuSeconds(),
        measured: seconds,
      }),
      ...memoryRows(what, watches),
      ...(await heldRows(what, service)),
    ];
  } finally {
    await service.stop();
  }
}

function latencyRows(what: string, quiet: Latencies, suffered: Latencies): Verdict[] {
  const before = { ...quantiles(quiet.times), max: Math.max(...quiet.times) };
  const during = { ...quantiles(suffered.times), max: Math.max(...suffered.times) };
  const row = (name: 'p50' | 'p95' | 'max') => ({
    what: `small document of another tenant during ${what}, ${name}`,
    unit: 'ms',
    baselineName: 'the same on an idle system',
    baseline: before[name],
    measured: during[name],
  });
  return [
    withoutGoal(row('p50')),
    atMost(row('p95'), GOAL * before.p95),
    withoutGoal(row('max')),
    atMost(
      {
        what: `small documents that failed${suffered.faults.length > 0 ? ` (${suffered.faults[0]})` : ''}`,
        unit: 'documents',
        baselineName: 'sent',
        baseline: suffered.times.length,
        measured: suffered.faults.length,
      },
      0,
    ),
  ];
}

interface Watches {
  readonly worker: ReturnType<typeof watchMemory>;
  readonly api: ReturnType<typeof watchMemory>;
  readonly converters: ReturnType<typeof watchConverters>;
}

function memoryRows(what: string, { worker, api, converters }: Watches): Verdict[] {
  const row = (name: string, baseline: number, measured: number) => ({
    what: `${what}: memory of ${name}, peak`,
    unit: 'MB',
    baselineName: 'the same process before',
    baseline,
    measured,
  });
  return [
    atMost(row("the worker's own process", worker.idleMb, worker.peakMb()), 768),
    withoutGoal(row('the API', api.idleMb, api.peakMb())),
    withoutGoal({
      what: `${what}: memory of a converter, peak`,
      unit: 'MB',
      baselineName: 'CONVERTER_MEMORY_MB',
      baseline: 1024,
      measured: converters.peakMb(),
    }),
  ];
}

/** How long requests held a converter, from the worker's metrics. */
async function heldRows(what: string, { metricsUrl }: Service): Promise<Verdict[]> {
  const metrics = await (await fetch(metricsUrl)).text();
  const share = /^tidemill_converters_budget_used_ratio\{pool="parse"\} ([\d.]+)$/m.exec(metrics)?.[1];
  if (share === undefined) return [];
  return [
    atMost(
      {
        what: `${what}: highest share of its CPU budget that a request used`,
        unit: 'budgets',
        baselineName: 'the budget',
        baseline: 1,
        measured: Number(share),
      },
      1.1,
    ),
  ];
}

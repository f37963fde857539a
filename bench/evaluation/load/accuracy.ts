/** Reported figures minus those of the endpoint, for users from 1 to 256; EvalScope's in the same run. */
import { runEvalScope } from './evalscope.ts';
import { closed, figuresOf, runLevel, truthOf } from './measure.ts';
import type { Figures, Rig } from './measure.ts';

/** Users with the requests of their level: quantiles of fewer than 100 say little. */
const LEVELS = [
  [1, 100],
  [16, 160],
  [64, 384],
  [256, 1536],
] as const;

const MS_LIMIT = { p50: () => 2, p90: () => 2, p99: (truth: number) => Math.max(5, 0.02 * truth) };
const TPOT_SHARE = 0.01;
const QPS_SHARE = 0.005;

interface Compared {
  readonly figure: string;
  readonly truth: number;
  readonly error: number;
  readonly limit: number;
  readonly peer: number | null;
}

/**
 * Whether all levels are valid, all figures within their limits, and those of requests nearer to the truth than
 * EvalScope's.
 */
export async function printAccuracy(rig: Rig, evalscope: string | null): Promise<boolean> {
  console.log('### Figures against the truth of the endpoint\n');
  console.log('Error: reported minus truth, in ms (qps: %). TTFT 100 to 300 ms, 32 tokens, 20 ms apart.\n');
  if (evalscope === null) console.log('EvalScope was not measured: give its executable with --evalscope.\n');
  console.log('| users | requests | valid | figure | truth | error | limit | within | EvalScope error | nearer |');
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  let isMet = true;
  for (const [parallel, number] of LEVELS) {
    const { report, served } = await runLevel(rig, closed(parallel, number));
    const peer = evalscope === null ? null : await runEvalScope(evalscope, rig.server, parallel, number);
    const valid = report.invalid.length === 0 ? 'yes' : report.invalid.map(({ code }) => code).join(' ');
    for (const row of compare(figuresOf(report), truthOf(served), peer)) {
      const { figure, truth, error, limit, peer: other } = row;
      const isTpot = figure.startsWith('TPOT');
      const isNearer = other === null || Math.abs(error) < Math.abs(other) + (isTpot ? 0.1 : 0);
      const isWithin = Math.abs(error) <= limit;
      isMet &&= valid === 'yes' && isWithin && (isNearer || figure === 'qps');
      console.log(
        `| ${parallel} | ${served.length} | ${valid} | ${figure} | ${truth.toFixed(2)} | ${signed(error)} | ` +
          `${limit.toFixed(2)} | ${yes(isWithin)} | ${other === null ? '–' : signed(other)} | ` +
          `${other === null ? '–' : yes(isNearer)} |`,
      );
    }
  }
  console.log();
  return isMet;
}

function compare(
  ours: Figures,
  truth: Figures,
  peer: { readonly figures: Figures; readonly truth: Figures } | null,
): Compared[] {
  const rows: Compared[] = [];
  for (const name of ['ttft', 'latency'] as const) {
    for (const p of ['p50', 'p90', 'p99'] as const) {
      rows.push({
        figure: `${name === 'ttft' ? 'TTFT' : 'latency'} ${p}`,
        truth: truth[name][p],
        error: ours[name][p] - truth[name][p],
        limit: MS_LIMIT[p](truth[name][p]),
        peer: peer && peer.figures[name][p] - peer.truth[name][p],
      });
    }
  }
  rows.push({
    figure: 'TPOT p50',
    truth: truth.tpot.p50,
    error: ours.tpot.p50 - truth.tpot.p50,
    limit: TPOT_SHARE * truth.tpot.p50,
    peer: peer && peer.figures.tpot.p50 - peer.truth.tpot.p50,
  });
  const percent = (reported: number, real: number): number => 100 * (reported / real - 1);
  rows.push({
    figure: 'qps',
    truth: truth.qps,
    error: percent(ours.qps, truth.qps),
    limit: 100 * QPS_SHARE,
    peer: peer && percent(peer.figures.qps, peer.truth.qps),
  });
  return rows;
}

const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(2)}`;
const yes = (holds: boolean): string => (holds ? 'yes' : '**no**');

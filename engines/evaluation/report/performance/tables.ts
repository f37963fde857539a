/**
 * What the levels of a performance run have in common, as tables: figures, stalls, failures, and the load generator
 * itself.
 */
import { count, figure, figureOrDash, percent, percentOrDash } from '../../../report/numbers.ts';
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';
import { table } from '../../../report/table.ts';
import { LOAD_FAILURES } from '../../performance/failures.ts';
import { validity } from './level.ts';
import type { ReportedLevel } from './level.ts';

const linkTo = ({ ordinal, load }: ReportedLevel): Html => html`<a href="#level-${ordinal}">${ordinal}: ${load}</a>`;

export function levelTable(levels: readonly ReportedLevel[]): Html {
  return table(
    'Levels',
    [
      'Level',
      'Validity',
      { number: 'Requests' },
      { number: 'Answered' },
      { number: 'Requests/s' },
      { number: 'Goodput/s' },
      { number: 'TTFT p50' },
      { number: 'TTFT p99' },
      { number: 'Latency p50' },
      { number: 'Latency p99' },
      { number: 'Tokens/s' },
    ],
    levels.map((level) => {
      const { report } = level;
      const { requests, success_rate, qps, goodput, timings, tokens } = report;
      return [
        linkTo(level),
        validity(report),
        count(requests),
        percentOrDash(success_rate),
        figureOrDash(qps),
        figureOrDash(goodput),
        ...[timings.ttft?.p50, timings.ttft?.p99, timings.latency?.p50, timings.latency?.p99].map((value) =>
          figureOrDash(value ?? null),
        ),
        figureOrDash(tokens.output_per_second),
      ];
    }),
  );
}

/** Why levels are not valid; nothing when all are. */
export function invalidLevels(levels: readonly ReportedLevel[]): Html | false {
  const rows = levels.flatMap((level) =>
    level.report.invalid.map(({ code, message, measured, limit }) => [
      linkTo(level),
      code,
      figure(measured),
      figure(limit),
      message,
    ]),
  );
  return (
    rows.length > 0 &&
    html`<h2>Levels that are not valid</h2>
      <p>Their figures say more of the load generator than of the endpoint. They decide no threshold.</p>
      ${table('Levels that are not valid', ['Level', 'Reason', { number: 'Measured' }, { number: 'Limit' }, 'Meaning'], rows)}`
  );
}

/** An endpoint that stalls lets requests wait that were due: from the send they seem fast. */
export function stallTable(levels: readonly ReportedLevel[]): Html {
  return table(
    'Stalls',
    [
      'Level',
      { number: 'p99, send' },
      { number: 'p99, intended' },
      { number: 'Longest, send' },
      { number: 'Longest, intended' },
      { number: 'Longest wait for a socket' },
    ],
    levels.map((level) => {
      const { latency, latency_from_intended: intended, socket_wait } = level.report.timings;
      const values = [latency?.p99, intended?.p99, latency?.max, intended?.max, socket_wait?.max];
      return [linkTo(level), ...values.map((value) => figureOrDash(value ?? null))];
    }),
  );
}

/** Nothing when no request failed and none was sent again. */
export function failureTable(levels: readonly ReportedLevel[]): Html | false {
  const rows = Object.entries(LOAD_FAILURES).flatMap(([failure, meaning]) => {
    const found = levels.flatMap(({ ordinal, report }) => {
      const failed = Object.entries(report.failures).find(([name]) => name === failure)?.[1] ?? 0;
      return failed > 0 ? [{ ordinal, failed, requests: report.requests }] : [];
    });
    const where = found.map(
      ({ ordinal, failed, requests }) => `${ordinal}: ${count(failed)} (${percent(failed / requests)})`,
    );
    const total = found.reduce((sum, { failed }) => sum + failed, 0);
    return total > 0 ? [[html`<code>${failure}</code>`, count(total), where.join(', '), meaning]] : [];
  });
  const retries = levels.reduce((sum, { report }) => sum + report.retries, 0);
  if (rows.length === 0 && retries === 0) return false;
  return html`<h2>Failures</h2>
    ${rows.length > 0 && table('Failures', ['Reason', { number: 'Requests' }, 'By level', 'Meaning'], rows)}
    <p>
      ${count(retries)} requests were sent a second time, because their connection had closed before any byte came.
    </p>`;
}

/** How late and how busy the load generator was itself. */
export function clientTable(levels: readonly ReportedLevel[]): Html {
  return table(
    'Load generator',
    [
      'Level',
      { number: 'Loop lag p90' },
      { number: 'Loop lag p99' },
      { number: 'Loop busy' },
      { number: 'Late starts p99' },
      { number: 'Socket wait p99' },
    ],
    levels.map((level) => {
      const { timings, utilization } = level.report;
      const { loop_lag, start_lag, socket_wait } = timings;
      const [p90, p99, late, wait] = [loop_lag?.p90, loop_lag?.p99, start_lag?.p99, socket_wait?.p99].map((value) =>
        figureOrDash(value ?? null),
      );
      return [linkTo(level), p90 ?? '', p99 ?? '', percentOrDash(utilization), late ?? '', wait ?? ''];
    }),
  );
}

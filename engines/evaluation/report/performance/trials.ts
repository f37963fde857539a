/** The search for the largest load, in the report of its run. */
import { figure, percent, percentOrDash } from '../../../report/numbers.ts';
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';
import { table } from '../../../report/table.ts';
import { sharePlot } from './curves.ts';
import type { ReportedLevel } from './level.ts';

export interface ReportedSearch {
  readonly by: 'parallel' | 'rate';
  /** Share of the requests that must meet the objective. */
  readonly share: number;
  /** `null`: not even the lowest load met the objective. */
  readonly largest: number | null;
  readonly limited_by: 'objective' | 'highest' | 'client';
}

const LIMITS: Readonly<Record<ReportedSearch['limited_by'], string>> = {
  objective: 'Larger loads missed the objective.',
  highest: 'It is the largest load that the request allows; a larger one was not tried.',
  client: 'The load generator was the bottleneck of a larger load, so the endpoint may serve more.',
};

export function searchSection(levels: readonly ReportedLevel[], search: ReportedSearch): Html {
  const { by, share, largest, limited_by } = search;
  const unit = by === 'parallel' ? 'users' : 'requests/s';
  const rows = levels.map(({ ordinal, load, report }) => {
    return [String(ordinal), load, percentOrDash(report.within_objective), verdictOf(report, share)];
  });
  return html`<h2>Search for the largest load</h2>
    <p>
      ${largest === null ? 'Not even the lowest load met the objective.' : html`Largest load: <strong>${figure(largest)} ${unit}</strong>. ${LIMITS[limited_by]}`}
      A load holds if ${percent(share)} of its requests meet the objective.
    </p>
    ${sharePlot(levels, unit, share)}
    ${table('Trials', [{ number: 'Level' }, 'Load', { number: 'Within the objective' }, 'The load'], rows)}`;
}

function verdictOf({ invalid, within_objective }: ReportedLevel['report'], share: number): Html {
  if (invalid.length > 0) return html`<span class="verdict unknown">is not valid</span>`;
  return (within_objective ?? 0) >= share
    ? html`<span class="verdict good">✓ holds</span>`
    : html`<span class="verdict bad">✗ misses</span>`;
}

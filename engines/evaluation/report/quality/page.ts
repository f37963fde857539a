/** The report of a quality run, piece by piece: a page of a few megabytes at most, however many cases there are. */
import { count } from '../../../report/numbers.ts';
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';
import { PAGE_END, pageStart } from '../../../report/page.ts';
import type { ScoredCase } from '../../scores/scored-case.ts';
import { agreementTable, disputed } from './agreement.ts';
import type { ReportedAgreement } from './agreement.ts';
import { caseOf } from './case.ts';
import { verdict } from '../verdict.ts';
import { distributions, metricTable } from './metric.ts';
import type { ReportedMetric } from './metric.ts';

export interface QualityReport {
  readonly jobId: string;
  readonly name: string | null;
  /** RFC 3339: when the job was submitted. */
  readonly submittedAt: string;
  readonly cases: number;
  /** What a target gave for cases without an answer; `null`: the run has no target. */
  readonly outputs: { readonly produced: number; readonly failed: number } | null;
  readonly passed: boolean | null;
  readonly metrics: readonly ReportedMetric[];
  /** One for each pair of judges of a metric. */
  readonly agreement: readonly ReportedAgreement[];
}

/** Characters of all cases in the page. */
const ROOM = 4_000_000;

/** `worstFirst`: the cases to show; those that find no room are left out, which the page says. */
export async function* qualityPage(
  report: QualityReport,
  worstFirst: AsyncIterable<ScoredCase>,
): AsyncGenerator<string> {
  const { name, jobId, metrics, agreement, cases } = report;
  yield pageStart(`Evaluation ${name ?? jobId}`);
  yield html`${header(report)}
    <h2>Metrics</h2>
    ${metricTable(metrics)}
    <p class="muted">Cases without a score are part of no mean.</p>
    <h2>Distribution of the scores</h2>
    ${distributions(metrics)} ${agreementTable(metrics, agreement)}
    <h2 id="cases">Cases, the worst first</h2>
    ${filter(agreement.length > 0)}`.text;
  let [room, shown] = [ROOM, 0];
  for await (const found of worstFirst) {
    const { text } = caseOf(found, metrics, disputed(found, metrics, agreement));
    room -= text.length;
    if (room < 0) break;
    shown++;
    yield text;
  }
  const rest = shown < cases && ' All cases with their scores are in cases.csv and cases.jsonl.';
  yield html`<p>${count(shown)} of ${count(cases)} cases.${rest}</p>
    <footer>Tidemill · job ${jobId}</footer>`.text;
  yield PAGE_END;
}

function header({ name, jobId, submittedAt, cases, outputs, passed }: QualityReport): Html {
  return html`<h1>Evaluation ${name ?? jobId}</h1>
    <p class="muted">
      ${count(cases)} cases · submitted ${submittedAt.slice(0, 16).replace('T', ' ')} UTC · job ${jobId}
    </p>
    ${outputs && html`<p>The target answered ${count(outputs.produced)} cases, and failed in ${count(outputs.failed)}.</p>`}
    <p>Gates: ${verdict(passed)}</p>`;
}

const FILTERS = [
  ['all', 'all'],
  ['only-failed', 'failed'],
  ['only-unmeasured', 'unmeasured'],
  ['only-passed', 'passed'],
] as const;

const DISPUTED = ['only-disputed', 'judges disagree'] as const;

/** The style sheet hides cases: a page without scripts. */
function filter(hasJudges: boolean): Html {
  const choices = (hasJudges ? [...FILTERS, DISPUTED] : FILTERS).map(
    ([id, label]) =>
      html`<label><input type="radio" name="filter" id="${id}" ${id === 'all' && html` checked`} /> ${label}</label>`,
  );
  return html`<fieldset class="filter">
    <legend>Show</legend>
    ${choices}
  </fieldset>`;
}

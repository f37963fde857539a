/** A case in a report: its texts, its scores and what they rest on. */
import type { Case } from '../../cases/case.ts';
import { UNMEASURED } from '../../options.ts';
import type { ScoredCase } from '../../scores/scored-case.ts';
import { scoreOrDash } from '../../../report/numbers.ts';
import { HEADLINE, clipped } from '../../../report/clipped.ts';
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';
import { evidenceOf } from './evidence.ts';
import { markedText, marksOf } from './marks.ts';
import type { Marks } from './marks.ts';
import type { ReportedMetric } from './metric.ts';
import { meets } from '../../scores/summary.ts';

type ReportedScore = ScoredCase['scores'][number];

/** `disputed`: titles of the metrics whose judges disagree on the case. */
export function caseOf(
  { ordinal, subject, scores }: ScoredCase,
  metrics: readonly ReportedMetric[],
  disputed: readonly string[],
): Html {
  const shown = scores.flatMap((found) => {
    const metric = metrics[found.position];
    return metric ? [{ metric, found, state: stateOf(found, metric) }] : [];
  });
  const states = ['failed', 'unmeasured', 'passed'].filter((name) => shown.some(({ state }) => state === name));
  const chips = shown.map(
    ({ metric, found, state }) =>
      html`<span class="chip ${COLOURS[state]}"
        >${nameIn(metric, metrics)} ${scoreOrDash(found.score)}${WORDS[state]}</span
      > `,
  );
  const marks = marksOf(scores.map(({ evidence }) => evidence));
  const disputes = disputed.map((title) => html`<span class="chip unknown">${title}: judges disagree</span> `);
  // Only a case without a failure and with everything measured has passed.
  const classes = states.length > 1 ? states.filter((name) => name !== 'passed') : states;
  const all = [...classes, ...(disputed.length > 0 ? ['disputed'] : [])];
  return html`<details class="fold case ${all.join(' ')}" id="case-${ordinal}">
    <summary>
      <strong>Case ${ordinal}</strong> ${chips}${disputes}<span class="muted" dir="auto">${headline(subject)}</span>
    </summary>
    <div>${textsOf(subject, marks)}${shown.map(({ metric, found }) => scoreOf(metric, found))}</div>
  </details> `;
}

/** The title, with the judge where another one has measured the same metric. */
function nameIn(metric: ReportedMetric, metrics: readonly ReportedMetric[]): string {
  const isAlone = metrics.every((other) => other === metric || other.key !== metric.key);
  return isAlone || metric.judge === null ? metric.title : `${metric.title} (${metric.judge})`;
}

type State = 'passed' | 'failed' | 'unmeasured' | 'open';
const COLOURS: Readonly<Record<State, string>> = {
  passed: 'good',
  failed: 'bad',
  unmeasured: 'unknown',
  open: 'muted',
};
const WORDS: Readonly<Record<State, string>> = { passed: ' ✓', failed: ' ✗', unmeasured: ' unmeasured', open: '' };

function stateOf({ score }: ReportedScore, metric: ReportedMetric): State {
  if (score === null) return 'unmeasured';
  if (metric.threshold === null) return 'open';
  return meets(metric, score, metric.threshold) ? 'passed' : 'failed';
}

const headline = ({ user_input, conversation_turns, actual_output }: Case): string =>
  clipped(user_input ?? conversation_turns?.[0]?.content ?? actual_output ?? '', HEADLINE);

function textsOf(subject: Case, marks: Marks): readonly Html[] {
  const { user_input, actual_output, expected_output, accepted_outputs, retrieval_contexts } = subject;
  const { conversation_turns, tool_calls, expected_tool_calls } = subject;
  return [
    ...text('Question', user_input),
    ...text('Answer', actual_output, marks.answer),
    ...text('Expected answer', expected_output),
    ...(accepted_outputs ?? []).flatMap((accepted) => text('Also accepted', accepted)),
    ...(conversation_turns ?? []).flatMap(({ role, content }) => text(`Turn: ${role}`, content)),
    ...(tool_calls === undefined ? [] : text('Calls', JSON.stringify(tool_calls, null, 2))),
    ...(expected_tool_calls === undefined ? [] : text('Expected calls', JSON.stringify(expected_tool_calls, null, 2))),
    ...(retrieval_contexts ?? []).flatMap((context, index) =>
      text(`Context ${index}`, context, marks.contexts.get(index)),
    ),
  ];
}

const text = (title: string, content: string | undefined, marks: Marks['answer'] = []): Html[] =>
  content === undefined
    ? []
    : [
        html`<h3 class="label">${title}</h3>
          ${markedText(content, marks)}`,
      ];

function scoreOf({ title, judge }: ReportedMetric, { score, spread, unmeasured, evidence }: ReportedScore): Html {
  const deviation = spread === null ? '' : ` ± ${scoreOrDash(spread)}`;
  const value = score === null ? `unmeasured (${unmeasured})` : `${scoreOrDash(score)}${deviation}`;
  return html`<h3>${title}: ${value}${judge !== null && html` <span class="muted">by ${judge}</span>`}</h3>
    ${unmeasured !== null && html`<p>${reasonOf(unmeasured)}</p>`}
    <div class="evidence">${evidenceOf(evidence)}</div>`;
}

const REASONS: Readonly<Record<string, string>> = UNMEASURED;
const reasonOf = (unmeasured: string): string => REASONS[unmeasured] ?? '';

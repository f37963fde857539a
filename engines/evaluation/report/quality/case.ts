/** A case in a report: its texts, its scores and what they rest on. */
import type { Case } from '../../case.ts';
import { UNMEASURED } from '../../options.ts';
import { scoreOrDash } from '../numbers.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { evidenceOf } from './evidence.ts';
import { markedText, marksOf } from './marks.ts';
import type { Marks } from './marks.ts';
import type { ReportedMetric } from './metric.ts';
import { meets } from './metric.ts';

export interface ReportedScore {
  /** Index of its metric. */
  readonly position: number;
  readonly score: number | null;
  /** Why there is none. */
  readonly unmeasured: string | null;
  readonly evidence: unknown;
}

export interface ReportedCase {
  /** Its place among the cases of the run, from 0. */
  readonly ordinal: number;
  readonly subject: Case;
  readonly scores: readonly ReportedScore[];
}

/** Characters of the line that stands for a case while it is closed. */
const HEADLINE = 160;

export function caseOf({ ordinal, subject, scores }: ReportedCase, metrics: readonly ReportedMetric[]): Html {
  const shown = scores.flatMap((found) => {
    const metric = metrics[found.position];
    return metric ? [{ metric, found, state: stateOf(found, metric) }] : [];
  });
  const states = ['failed', 'unmeasured', 'passed'].filter((name) => shown.some(({ state }) => state === name));
  const chips = shown.map(
    ({ metric, found, state }) =>
      html`<span class="chip ${COLOURS[state]}">${metric.title} ${scoreOrDash(found.score)}${WORDS[state]}</span> `,
  );
  const marks = marksOf(scores.map(({ evidence }) => evidence));
  // Only a case without a failure and with everything measured has passed.
  const classes = states.length > 1 ? states.filter((name) => name !== 'passed') : states;
  return html`<details class="case ${classes.join(' ')}" id="case-${ordinal}">
    <summary>
      <strong>Case ${ordinal}</strong> ${chips}<span class="muted" dir="auto">${headline(subject)}</span>
    </summary>
    <div>${textsOf(subject, marks)}${shown.map(({ metric, found }) => scoreOf(metric, found))}</div>
  </details> `;
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

function headline({ user_input, conversation_turns, actual_output }: Case): string {
  const text = user_input ?? conversation_turns?.[0]?.content ?? actual_output ?? '';
  return text.length > HEADLINE ? `${text.slice(0, HEADLINE)} …` : text;
}

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
        html`<h4>${title}</h4>
          ${markedText(content, marks)}`,
      ];

function scoreOf({ title, judge }: ReportedMetric, { score, unmeasured, evidence }: ReportedScore): Html {
  const value = score === null ? `unmeasured (${unmeasured})` : scoreOrDash(score);
  return html`<h3>${title}: ${value}${judge !== null && html` <span class="muted">by ${judge}</span>`}</h3>
    ${unmeasured !== null && html`<p>${reasonOf(unmeasured)}</p>`}
    <div class="evidence">${evidenceOf(evidence)}</div>`;
}

const REASONS: Readonly<Record<string, string>> = UNMEASURED;
const reasonOf = (unmeasured: string): string => REASONS[unmeasured] ?? '';

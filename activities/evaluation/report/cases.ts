/** All cases of a run as lines, for spreadsheets and for programs. */
import type { MetricSummary } from '../../../domain/evaluation/results.ts';
import type { WholeCase } from '../../../domain/evaluation/scored-cases.ts';
import { csvRow } from '../../../engines/evaluation/report/csv.ts';

type Measured = readonly Pick<MetricSummary, 'metric_key' | 'judge'>[];

/** A row for each case: its texts, then the score of each measurement, and why there is none. */
export async function* csvOfCases(cases: AsyncIterable<WholeCase>, metrics: Measured): AsyncGenerator<string> {
  const names = metrics.map(({ metric_key, judge }) => (judge === null ? metric_key : `${metric_key} (${judge})`));
  const columns = names.flatMap((name) => [name, `${name} unmeasured`]);
  yield csvRow(['index', 'group', 'user_input', 'actual_output', 'expected_output', ...columns]);
  for await (const { ordinal, subject, scores } of cases) {
    const { group = null, user_input = null, actual_output = null, expected_output = null } = subject;
    const found = new Map(scores.map((score) => [score.position, score]));
    const measured = metrics.flatMap((_, position) => {
      const { score = null, unmeasured = null } = found.get(position) ?? {};
      return [score, unmeasured];
    });
    yield csvRow([ordinal, group, user_input, actual_output, expected_output, ...measured]);
  }
}

/** A JSON text for each case: the case, and its scores with what they rest on. */
export async function* linesOfCases(cases: AsyncIterable<WholeCase>, metrics: Measured): AsyncGenerator<string> {
  for await (const { ordinal, subject, scores } of cases) {
    const named = scores.map(({ position, ...found }) => ({
      metric_key: metrics[position]?.metric_key,
      judge: metrics[position]?.judge,
      ...found,
    }));
    yield `${JSON.stringify({ index: ordinal, case: subject, scores: named })}\n`;
  }
}
